/** For Langfuse experiments: `evaluators: [taxReturn()]` and `runEvaluators: [passFigures()]`. */
import {
  type CaseRun,
  type ScoringOptions,
  gradeValue,
  metrics,
  passFigures as figures,
  reason,
  scoresOf,
} from "../scoring.js";

/** Langfuse's Evaluation, as far as it is filled. */
export interface Evaluation {
  name: string;
  value: number;
  dataType: "NUMERIC" | "BOOLEAN";
  comment?: string;
}

/** What this adapter reads of an evaluator's arguments. */
export interface EvaluatorParams {
  input?: unknown;
  output?: unknown;
  expectedOutput?: unknown;
}

/** What this adapter reads of a run evaluator's arguments. */
export interface RunEvaluatorParams {
  itemResults: (EvaluatorParams & { item?: { expectedOutput?: unknown } | object })[];
}

/**
 * An evaluator that gives all four scores. A return that cannot be read has no score, so that it
 * does not count as a wrong one; Langfuse then shows nothing for it.
 */
export function taxReturn(
  options: ScoringOptions = {},
): (params: EvaluatorParams) => Promise<Evaluation[]> {
  return async ({ output, expectedOutput }) => {
    const answer = gradeValue(output, expectedOutput, options);
    if (!answer.ok) return [];
    const scores = scoresOf(answer);
    const comment = reason(answer);
    return metrics.map((metric) => ({
      name: `tax return ${metric}`,
      value: scores[metric],
      dataType: metric === "strict" || metric === "lenient" ? "BOOLEAN" : "NUMERIC",
      comment,
    }));
  };
}

/** A run evaluator: pass@1 and pass^k. Items with the same expected return are repetitions. */
export function passFigures(
  options: ScoringOptions = {},
): (params: RunEvaluatorParams) => Promise<Evaluation[]> {
  return async ({ itemResults }) => {
    const runs: CaseRun[] = itemResults.map(({ output, expectedOutput, item }) => {
      // The types promise it on the result, the runner leaves it on the item.
      const expected = expectedOutput ?? (item as EvaluatorParams | undefined)?.expectedOutput;
      return {
        case: JSON.stringify(expected) ?? "",
        answer: gradeValue(output, expected, options),
      };
    });
    return figures(runs).map(({ name, value }) => ({ name, value, dataType: "NUMERIC" }));
  };
}
