import { basename, extname, join, resolve } from "node:path";
import { type Case, collectProblems, type Document, InputError } from "../core/index.ts";
import { type BeirFiles, findBeir, readBeir } from "./beir.ts";
import { type CaseFormat, caseFormats, collectCases } from "./cases.ts";
import { existing, findOne, kindOf, type Reading, readText, showPath } from "./files.ts";
import { hashCases, hashCorpus } from "./hash.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { shortenProblems } from "./place.ts";
import { readCorpus } from "./read-corpus.ts";
import { readReviews } from "./read-reviews.ts";
import { applyReviews } from "./reviews.ts";
import { checkQuoted, countUnknownJudged, settleGold } from "./settle-gold.ts";

/** Cases and what is searched for them, read and checked. */
export interface Dataset {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** In the order of their file. */
  readonly cases: readonly Case[];
  /** Empty when the dataset has no corpus: then the target has its own. */
  readonly documents: readonly Document[];
  /** SHA-256 of what the cases mean; see `hashCase`. */
  readonly casesHash: string;
  readonly corpusHash: string;
  /** What a person should know about how the files were read, such as an encoding. */
  readonly notes: readonly string[];
}

/**
 * Reads the dataset in a folder: `dataset.yaml` where there is one, the cases with what
 * `reviews/` says of them, and the corpus where there is one.
 *
 * @param where the place that names the folder, for a folder that is not there.
 * @throws InputError with every problem found.
 */
export async function readDataset(folder: string, where?: { readonly at: string }): Promise<Dataset> {
  const reading: Reading = { folder: resolve(folder), problems: [], notes: [] };
  await checkFolder(reading, where?.at);
  const manifest = await collectProblems(reading.problems, () => readManifest(reading));
  if (manifest === undefined) throw new InputError(shortenProblems(reading.problems));
  const cases = (await collectProblems(reading.problems, () => readCases(manifest, reading))) ?? [];
  const reviews = await readReviews(reading);
  const reviewed = applyReviews(cases, reviews, reading);
  const before = reading.problems.length;
  const documents = await collectProblems(reading.problems, () => readCorpus(manifest, reading));
  // Against a corpus that is not whole, right gold would look wrong.
  const isWhole = documents !== undefined && documents !== "none" && reading.problems.length === before;
  if (documents === "none") checkQuoted(reviewed, { problems: reading.problems });
  if (reading.problems.length > 0) throw new InputError(shortenProblems(reading.problems));
  const corpus = isWhole ? documents : [];
  const settled = isWhole ? settleGold(reviewed, documents) : reviewed;
  const unknown = isWhole ? countUnknownJudged(reviewed, documents) : 0;
  if (unknown > 0) {
    reading.notes.push(
      unknown === 1
        ? "1 id judged not relevant is not in the corpus"
        : `${unknown} ids judged not relevant are not in the corpus`,
    );
  }
  return {
    name: manifest.name ?? basename(reading.folder),
    folder: reading.folder,
    cases: settled,
    documents: corpus,
    casesHash: hashCases(settled),
    corpusHash: hashCorpus(corpus),
    notes: reading.notes,
  };
}

async function checkFolder({ folder }: Reading, at: string | undefined): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === "folder") return;
  const what = kind === "file" ? "is a file, and a dataset is a folder" : "is not there";
  throw new InputError({
    code: "dataset-missing",
    what: `the dataset \`${showPath(folder)}\` ${what}`,
    ...(at === undefined ? {} : { at }),
    fix: "name a folder with `cases.jsonl`, `cases.csv` or `cases.yaml` in it",
  });
}

async function readManifest(reading: Reading): Promise<Manifest> {
  const path = join(reading.folder, "dataset.yaml");
  if ((await kindOf(path)) === undefined) return {};
  return parseManifest(await readText(path, reading), showPath(path));
}

async function readCases(manifest: Manifest, reading: Reading): Promise<readonly Case[]> {
  const { language } = manifest;
  const beir = await findBeirCases(manifest, reading.folder);
  if (beir !== undefined) return await readBeir(beir, { language, reading });
  const path = await findCases(manifest, reading.folder);
  const format = extname(path).toLowerCase();
  if (!isCaseFormat(format)) {
    throw new InputError({
      code: "dataset-file-kind",
      what: `cases cannot be read from a file that ends in \`${format}\``,
      at: showPath(path),
      fix: `use ${Object.keys(caseFormats).join(", ")}`,
    });
  }
  const text = await readText(path, reading);
  const { problems, notes } = reading;
  return collectCases(text, showPath(path), { format, language, problems, notes });
}

/** A split of a BEIR folder, where `dataset.yaml` names one, or where there are no cases of our own. */
async function findBeirCases({ cases }: Manifest, folder: string): Promise<BeirFiles | undefined> {
  if (cases === undefined) {
    const own = await findOne(caseFileNames, folder);
    return own === undefined ? await findBeir(folder) : undefined;
  }
  if (extname(cases).toLowerCase() !== ".tsv") return undefined;
  const qrels = await existing(resolve(folder, cases), { folder, key: "cases" });
  return { queries: await existing(join(folder, "queries.jsonl"), { folder, key: "cases" }), qrels };
}

const caseFileNames = Object.keys(caseFormats).map((format) => `cases${format}`);

function isCaseFormat(format: string): format is CaseFormat {
  return Object.hasOwn(caseFormats, format);
}

async function findCases({ cases }: Manifest, folder: string): Promise<string> {
  if (cases !== undefined) return await existing(resolve(folder, cases), { folder, key: "cases" });
  const path = await findOne(caseFileNames, folder);
  if (path !== undefined) return path;
  throw new InputError({
    code: "dataset-file-missing",
    what: "the dataset has no cases: there is no `cases.jsonl`, `cases.csv` or `cases.yaml`",
    at: showPath(folder),
    fix: "add one, or name the file as `cases:` in `dataset.yaml`",
  });
}
