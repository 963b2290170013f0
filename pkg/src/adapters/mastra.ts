/** For Mastra: `createScorer({ … }).generateScore(score()).generateReason(explain())`. */
import type { GradeAnswer } from "../api.js";
import { type Metric, type ScoringOptions, gradeValue, reason, scoresOf } from "../scoring.js";

/** What this adapter reads of a scorer's run. */
export interface ScorerContext {
  run: { output?: unknown; groundTruth?: unknown };
}

/** How responses are graded and which score counts. */
export interface MastraOptions extends ScoringOptions {
  /** Which of the four scores; by line when left out. */
  metric?: Metric;
  /**
   * What to do with a return that cannot be read. Newer Mastra has `notScorable` for it, which
   * keeps the run out of the averages; 0 when left out.
   */
  notScorable?: (reason: string) => number;
}

/** The score of `run.output` against `run.groundTruth`, the expected XML. */
export function score(options: MastraOptions = {}): (context: ScorerContext) => number {
  const { metric = "byLine", notScorable = () => 0, ...scoring } = options;
  return ({ run }) => {
    const answer = graded(run, scoring);
    return answer.ok ? scoresOf(answer)[metric] : notScorable(reason(answer));
  };
}

/** The reason for the score, in words. */
export function explain(options: ScoringOptions = {}): (context: ScorerContext) => string {
  return ({ run }) => reason(graded(run, options));
}

function graded(run: ScorerContext["run"], options: ScoringOptions): GradeAnswer {
  return gradeValue(textOfMessages(run.output), run.groundTruth, options);
}

/** The output of an agent is a list of messages: the text of the last one counts. */
function textOfMessages(output: unknown): unknown {
  if (!Array.isArray(output)) return output;
  const last: unknown = output.at(-1);
  if (typeof last !== "object" || last === null || !("content" in last)) return output;
  const { content } = last;
  if (typeof content === "string") return content;
  const parts = (content as { parts?: unknown } | null)?.parts;
  if (!Array.isArray(parts)) return output;
  return parts
    .map((part: unknown) => (part as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === "string")
    .join("");
}
