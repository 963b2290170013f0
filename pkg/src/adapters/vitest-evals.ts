/** For vitest-evals: `createJudge("tax return", taxReturn())`, or a `ScoreFn` of its legacy entry. */
import {
  type Detail,
  type ExpectedValue,
  type Metric,
  type ScoringOptions,
  detail,
  gradeValue,
  reason,
  scoresOf,
} from "../scoring.js";

/** vitest-evals' JudgeResult. */
export interface JudgeResult {
  score: number | null;
  metadata: { rationale: string } & Detail;
}

/** What this adapter reads of a judge's context. */
export interface JudgeInput {
  output?: unknown;
  /** The expected return: XML text, or an object with it and the case's name. */
  expected?: unknown;
}

/** How responses are graded and which score counts. */
export interface JudgeOptions extends ScoringOptions {
  /** Which of the four scores; by line when left out. */
  metric?: Metric;
  /** The expected return, for a judge of one case; else it comes with each call. */
  expected?: ExpectedValue;
}

/** The function that a judge is made of. */
export function taxReturn(options: JudgeOptions = {}): (context: JudgeInput) => JudgeResult {
  const { metric = "byLine", expected: fixed, ...scoring } = options;
  return ({ output, expected }) => {
    const answer = gradeValue(output, fixed ?? expected, scoring);
    return {
      score: answer.ok ? scoresOf(answer)[metric] : null,
      metadata: { rationale: reason(answer), ...detail(answer) },
    };
  };
}
