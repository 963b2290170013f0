/** For Evalite: `scorers: [strict, byLine]`, with the XML as a row's `expected`. */
import {
  type Detail,
  type Metric,
  type ScoringOptions,
  detail,
  gradeValue,
  reason,
  scoresOf,
} from "../scoring.js";

/** Evalite's score. It reports null, for a return that cannot be read, as 0. */
export interface Score {
  name: string;
  score: number | null;
  description: string;
  metadata: Detail;
}

/** What this adapter reads of a scorer's arguments. */
export interface ScoreInput {
  output: unknown;
  /** The expected return: XML text, or an object with it and the case's name. */
  expected?: unknown;
}

/** A scorer of Evalite. */
export type Scorer = (row: ScoreInput) => Score;

/** A scorer for one of the four scores, with other settings than the usual ones. */
export function taxReturn(metric: Metric, options: ScoringOptions = {}): Scorer {
  return ({ output, expected }) => {
    const answer = gradeValue(output, expected, options);
    return {
      name: `tax return ${metric}`,
      score: answer.ok ? scoresOf(answer)[metric] : null,
      description: reason(answer),
      metadata: detail(answer),
    };
  };
}

/** 1 when every scored line is equal. */
export const strict: Scorer = taxReturn("strict");
/** 1 when every scored line is within the tolerance. */
export const lenient: Scorer = taxReturn("lenient");
/** Share of the scored lines that are equal. */
export const byLine: Scorer = taxReturn("byLine");
/** Share of the scored lines within the tolerance. */
export const lenientByLine: Scorer = taxReturn("lenientByLine");
