/** For LangSmith: `evaluators: [taxReturn()]` and `summaryEvaluators: [passFigures()]`. */
import {
  type CaseRun,
  type ScoringOptions,
  gradeValue,
  metrics,
  passFigures as figures,
  reason,
  scoresOf,
} from "../scoring.js";

/** LangSmith's EvaluationResult, as far as it is filled. */
export interface EvaluationResult {
  key: string;
  score: number | null;
  comment?: string;
}

/** LangSmith's results for one run or for all. */
export interface EvaluationResults {
  results: EvaluationResult[];
}

type Values = Record<string, unknown>;

/** What this adapter reads of an evaluator's arguments. */
export interface EvaluatorArgs {
  outputs: Values;
  referenceOutputs?: Values | undefined;
}

/** What this adapter reads of a summary evaluator's arguments. */
export interface SummaryArgs {
  outputs: Values[];
  referenceOutputs?: (Values | undefined)[] | undefined;
  /** The example of each run; runs of one example are repetitions. */
  examples: { id: string }[];
}

/** How responses are graded and where they are found. */
export interface LangSmithOptions extends ScoringOptions {
  /** Takes the response from a run's outputs; `outputs.output` when left out. */
  response?: (outputs: Values) => unknown;
  /** Takes the expected XML from an example's outputs; `referenceOutputs.expected` when left out. */
  expected?: (referenceOutputs: Values) => unknown;
}

/** An evaluator that gives all four scores. */
export function taxReturn(
  options: LangSmithOptions = {},
): (args: EvaluatorArgs) => EvaluationResults {
  return ({ outputs, referenceOutputs }) => {
    const answer = gradeOutputs(outputs, referenceOutputs, options);
    const comment = reason(answer);
    const scores = answer.ok ? scoresOf(answer) : undefined;
    return {
      results: metrics.map((metric) => ({
        key: `tax_return_${metric}`,
        score: scores?.[metric] ?? null,
        comment,
      })),
    };
  };
}

/** A summary evaluator: pass@1 and pass^k over the repetitions of each example. */
export function passFigures(
  options: LangSmithOptions = {},
): (args: SummaryArgs) => EvaluationResults {
  return ({ outputs, referenceOutputs, examples }) => {
    const runs: CaseRun[] = outputs.map((one, at) => ({
      case: examples[at]?.id ?? String(at),
      answer: gradeOutputs(one, referenceOutputs?.[at], options),
    }));
    return { results: figures(runs).map(({ name, value }) => ({ key: name, score: value })) };
  };
}

function gradeOutputs(outputs: Values, reference: Values | undefined, options: LangSmithOptions) {
  const { response = ({ output }) => output, expected = (from) => from.expected, ...scoring } = options;
  return gradeValue(response(outputs), reference && expected(reference), scoring);
}
