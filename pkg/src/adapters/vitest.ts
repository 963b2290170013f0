/** For vitest: importing this adds `expect(text).toMatchReturn(xml)`. */
import { expect } from "vitest";
import { type MatchOptions, toMatchReturn } from "../matcher.js";
import type { ExpectedValue } from "../scoring.js";

export { toMatchReturn, type MatchOptions };

expect.extend({ toMatchReturn });

/** What is added to the matchers. */
export interface ReturnMatchers<R = unknown> {
  /**
   * The text states the amounts of the expected return, line by line.
   *
   * @param expected XML text, or an object with it and the case's name.
   */
  toMatchReturn(expected: ExpectedValue, options?: MatchOptions): R;
}

declare module "vitest" {
  // The names and parameters must be those of vitest's own declarations.
  interface Matchers<T = any> extends ReturnMatchers<T> {}
}
