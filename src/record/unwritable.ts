import { InputError } from "../core/index.ts";

interface Reason {
  /** Where it is no fault of the path, and what was reached is kept. */
  readonly code?: string;
  readonly why: string;
  readonly fix: string;
}

const noRight: Reason = {
  why: "the right to write there is missing",
  fix: "give yourself that right, or choose another path",
};
const inTheWay: Reason = {
  why: "something of that name, or a file where a folder is needed, is in the way",
  fix: "move it away, or choose another path",
};
const full: Reason = {
  code: "disk-full",
  why: "the disk is full, or a limit on it is reached",
  fix: "make room, or choose a path on another disk; a run that had begun can be gone on with: `touchstone eval --resume <run>`",
};

/** What the file system says when the user's path or disk is at fault; all else would be our bug. */
const reasons: Readonly<Record<string, Reason>> = {
  EACCES: noRight,
  EPERM: noRight,
  EROFS: { why: "that file system can only be read", fix: "choose another path" },
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  EISDIR: inTheWay,
  ENOTEMPTY: inTheWay,
  ENOENT: { why: "the folder is not there", fix: "make the folder, or choose another path" },
  ELOOP: { why: "links in the path lead in a circle", fix: "mend the links, or choose another path" },
  ENAMETOOLONG: { why: "the path is too long", fix: "choose a shorter one" },
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
};

/** The error to throw when writing failed: an `InputError` where the user can mend it, else the error as it came. */
export function explainUnwritable(
  error: unknown,
  { code, path }: { readonly code: string; readonly path: string },
): unknown {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ""];
  if (reason === undefined) return error;
  return new InputError({
    code,
    what: `\`${path}\` cannot be written`,
    at: path,
    ...reason,
  });
}
