/** For Braintrust (`scores: [taxReturn]`) and wherever autoevals scorers are taken. */
import {
  type Detail,
  type Metric,
  type ScoringOptions,
  detail,
  gradeValue,
  metrics,
  scoresOf,
} from "../scoring.js";

/** A score of Braintrust and autoevals; null is passed over, as for a return that cannot be read. */
export interface Score {
  name: string;
  score: number | null;
  metadata: Detail;
}

/** What this adapter reads of a scorer's arguments. */
export interface ScorerArgs extends ScoringOptions {
  output: unknown;
  /** The expected return: XML text, or an object with it and the case's name. */
  expected?: unknown;
}

/** All four scores at once; Braintrust takes a list, autoevals does not. */
export function taxReturn(args: ScorerArgs): Score[] {
  return metrics.map((metric) => score(metric, args));
}

/** 1 when every scored line is equal. */
export function strict(args: ScorerArgs): Score {
  return score("strict", args);
}

/** 1 when every scored line is within the tolerance. */
export function lenient(args: ScorerArgs): Score {
  return score("lenient", args);
}

/** Share of the scored lines that are equal. */
export function byLine(args: ScorerArgs): Score {
  return score("byLine", args);
}

/** Share of the scored lines within the tolerance. */
export function lenientByLine(args: ScorerArgs): Score {
  return score("lenientByLine", args);
}

function score(metric: Metric, { output, expected, profile, mode, tolerance }: ScorerArgs): Score {
  const answer = gradeValue(output, expected, {
    ...(profile === undefined ? {} : { profile }),
    ...(mode === undefined ? {} : { mode }),
    ...(tolerance === undefined ? {} : { tolerance }),
  });
  return {
    name: `tax return ${metric}`,
    score: answer.ok ? scoresOf(answer)[metric] : null,
    metadata: detail(answer),
  };
}
