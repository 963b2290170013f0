/** The matcher, without a test runner. */
import type { GradedLine } from "./api.js";
import {
  type ExpectedValue,
  type Needed,
  type ScoringOptions,
  dollars,
  gradeValue,
  isRight,
  scoredLines,
  textOf,
} from "./scoring.js";

/** How close the text must come. */
export interface MatchOptions extends ScoringOptions {
  /** Every scored line equal, which is the rule, or within the tolerance. */
  require?: Needed;
}

/** What test runners take from a matcher. */
export interface MatchResult {
  pass: boolean;
  message: () => string;
  actual: string;
  expected: string;
}

/**
 * Whether a text states the amounts of an expected return.
 *
 * @throws Error when the expected return cannot be used: then the test is wrong, not the text.
 */
export function toMatchReturn(
  received: unknown,
  expected: ExpectedValue,
  options: MatchOptions = {},
): MatchResult {
  const { require: needed = "strict", ...scoring } = options;
  const answer = gradeValue(textOf(received), expected, scoring);
  if (!answer.ok) throw new Error(`toMatchReturn: ${answer.error.message}\n${answer.error.help}`);
  const lines = scoredLines(answer);
  const wrong = lines.filter((line) => !isRight(line, needed));
  const how = needed === "strict" ? "equal" : "within the tolerance";
  return {
    pass: wrong.length === 0,
    message: () =>
      wrong.length === 0
        ? `expected a return with a wrong line, but all ${lines.length} lines are ${how}`
        : `expected all ${lines.length} lines to be ${how}, but ${wrong.length} are not:\n\n` +
          table(wrong),
    // Runners show the difference of these two.
    actual: lines.map((line) => row(line, line.actual)).join("\n"),
    expected: lines.map((line) => row(line, right(line, needed))).join("\n"),
  };
}

/** A line that is close enough is no difference to show. */
function right(line: GradedLine, needed: Needed): number | null {
  return isRight(line, needed) ? line.actual : line.expected;
}

function row(line: GradedLine, amount: number | null): string {
  return `Line ${line.line}: ${dollars(amount)}`;
}

function table(lines: GradedLine[]): string {
  const cells = [
    ["line", "expected", "actual", "difference", ""],
    ...lines.map((line) => [
      line.line,
      dollars(line.expected),
      line.reading === "missing" ? "no such line" : dollars(line.actual),
      line.difference === null ? "" : dollars(line.difference),
      line.label,
    ]),
  ];
  const width = (column: number) => Math.max(...cells.map((row) => (row[column] ?? "").length));
  const widths = [width(0), width(1), width(2), width(3)];
  return cells
    .map(([name = "", ...rest]) => {
      const label = rest.pop() ?? "";
      const amounts = rest.map((cell, at) => cell.padStart(widths[at + 1] ?? 0));
      return `  ${[name.padEnd(widths[0] ?? 0), ...amounts, label].join("  ").trimEnd()}`;
    })
    .join("\n");
}
