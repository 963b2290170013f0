/**
 * For promptfoo: `type: javascript` with `value: package:taxgrade/promptfoo:taxReturn`.
 *
 * There must be no default export here: promptfoo would see that alone.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GradeAnswer } from "../api.js";
import {
  type Needed,
  type ScoringOptions,
  gradeValue,
  isRight,
  lineReason,
  reason,
  scoredLines,
  scoresOf,
} from "../scoring.js";

/** What may stand under an assertion's `config`. */
export interface PromptfooConfig extends ScoringOptions {
  /** The expected return: XML text, or a file. The test's variable `expected` when left out. */
  expected?: string;
  /** Name of the case. The test's variable `case` when left out. */
  case?: string;
  /** What the return must be to pass: every scored line equal, or within the tolerance. */
  require?: Needed;
  /** Pass when this share of the scored lines, from 0 to 1, is right, in place of all. */
  minShare?: number;
}

/** What this adapter reads of promptfoo's context. */
export interface PromptfooContext {
  vars: Record<string, unknown>;
  config?: Record<string, unknown>;
}

/** promptfoo's GradingResult, as far as it is filled. */
export interface GradingResult {
  pass: boolean;
  score: number;
  reason: string;
  namedScores: Record<string, number>;
  componentResults: {
    pass: boolean;
    score: number;
    reason: string;
    metadata: Record<string, unknown>;
  }[];
  metadata: Record<string, unknown>;
}

/** Grades an output, one component result per scored line. */
export function taxReturn(output: unknown, context: PromptfooContext): GradingResult {
  const config = (context.config ?? {}) as PromptfooConfig;
  const name = config.case ?? context.vars.case;
  const answer = graded(output, config.expected ?? context.vars.expected, name, config);
  if (!answer.ok) {
    return {
      pass: false,
      score: 0,
      reason: reason(answer),
      namedScores: {},
      componentResults: [],
      metadata: { error: answer.error },
    };
  }
  const needed = config.require ?? "strict";
  const lines = scoredLines(answer).map((line) => ({
    pass: isRight(line, needed),
    score: Number(isRight(line, needed)),
    reason: lineReason(line),
    metadata: { line: line.line, expected: line.expected, actual: line.actual },
  }));
  const share = needed === "strict" ? answer.correctByLine : answer.lenientByLine;
  return {
    pass: share >= (config.minShare ?? 1),
    score: share,
    reason: reason(answer),
    namedScores: scoresOf(answer),
    componentResults: lines,
    metadata: { profile: answer.profile, warnings: answer.warnings },
  };
}

function graded(
  output: unknown,
  expected: unknown,
  name: unknown,
  options: ScoringOptions,
): GradeAnswer {
  let xml: unknown = expected;
  try {
    if (typeof expected === "string" && !expected.trimStart().replace(/^\ufeff/, "").startsWith("<")) {
      xml = readFileSync(expected.startsWith("file:") ? filePath(expected) : expected, "utf8");
    }
  } catch (error) {
    const message = `the expected return cannot be read: ${(error as Error).message}`;
    const help = "pass XML text, or the path of a file from where promptfoo runs";
    return { ok: false, error: { code: "request-invalid", message, help, position: null } };
  }
  const value = typeof name === "string" && typeof xml === "string" ? { expected: xml, case: name } : xml;
  return gradeValue(output, value, options);
}

/** promptfoo writes `file://relative/path` too, which is no URL of a file. */
function filePath(address: string): string {
  return address.startsWith("file:///") ? fileURLToPath(address) : address.slice("file://".length);
}
