import type { Command } from "commander";
import type { MetricsRequest } from "./run-metrics.ts";

/** `touchstone metrics`: scores a TREC run file against a qrels file, as trec_eval does. */
export function addMetricsCommand(program: Command): void {
  program
    .command("metrics")
    .description("Score a run file in TREC format against relevance judgements (qrels), as trec_eval does.")
    .requiredOption("--qrels <file>", "judgements: lines of `query 0 document grade`; gzip is read too")
    .requiredOption("--run <file>", "results: lines of `query Q0 document rank score tag`; gzip is read too")
    .option(
      "-m, --metric <name...>",
      "such as recall@5, mrr or rbp(0.8) (default: map mrr ndcg@10 recall@10 recall@100 precision@10)",
    )
    .option("--per-query", "also print the scores of each query")
    .option("--complete", "a judged query that the run does not have counts with 0 (-c of trec_eval)")
    .option("--level <n>", "the lowest grade that is relevant (-l of trec_eval; default: 1)")
    .option("--judged-only", "drop documents without a judgement before anything else (-J of trec_eval)")
    .option("--max-results <n>", "look at the first n results of each query only (-M of trec_eval)")
    .option("--single-precision", "round scores to single precision, as trec_eval 9.0.8 does")
    .option("--json", "print one JSON object on stdout and nothing else")
    .addHelpText("after", exampleHelp)
    .action(async (flags: MetricsRequest) => {
      const { runMetrics } = await import("./run-metrics.ts");
      await runMetrics(flags);
    });
}

const exampleHelp = `
The mean is over the queries that both files have. A judged query with nothing relevant counts, with 0.

Examples:
  touchstone metrics --qrels qrels.txt --run bm25.run
  touchstone metrics --qrels qrels.txt.gz --run bm25.run.gz -m recall@5 ndcg@10 --per-query
  touchstone metrics --qrels qrels.txt --run bm25.run --complete --json

Exit codes: 0 done, 2 wrong input`;
