/** From JavaScript values to the module's text and back. */
import { Trap, call } from "./engine.js";
import type { Failure } from "./generated/wire.js";

/**
 * Makes a request into text, has it answered, and reads the answer. A trap is an answer too, with
 * the code `trap`: in a batch one response must not take the others with it.
 */
export function ask<T>(name: string, request: unknown, what: number): T | Failure {
  const text = toJson(name, request);
  return answered(() => call((calls) => calls.answer(what, text)));
}

/** Reads the answer of a call, or makes one of its trap. */
export function answered<T>(run: () => string): T | Failure {
  try {
    return JSON.parse(run()) as T;
  } catch (error) {
    if (!(error instanceof Trap)) throw error;
    return {
      ok: false,
      error: {
        code: "trap",
        message: error.message,
        help: "later calls work; please report the input that does this",
        position: null,
      },
    };
  }
}

/** Whether an answer says that the module stopped. */
export function trapped(answer: { ok: boolean; error?: { code: string } }): boolean {
  return !answer.ok && answer.error?.code === "trap";
}

/** JSON that Rust can read: strings are well formed, and numbers are numbers. */
export function toJson(name: string, value: unknown): string {
  return JSON.stringify(value, (key: string, part: unknown) => {
    if (typeof part === "string") return wellFormed(part);
    // JSON has no NaN and would silently make it null, which stands for "left out".
    if (typeof part === "number" && !Number.isFinite(part)) {
      throw new TypeError(`${name}: "${key}" must be a finite number, not ${part}`);
    }
    if (typeof part === "bigint" || typeof part === "function" || typeof part === "symbol") {
      throw new TypeError(`${name}: "${key}" must not be a ${typeof part}`);
    }
    return part;
  });
}

/** Half a surrogate pair is no character; one sign stands in for it, so positions stay right. */
export function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, "\ufffd") : text;
}

/** The argument, which must be a plain object. */
export function recordOf(name: string, value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${name}: an object is needed, not ${kind(value)}`);
  }
  return value as Record<string, unknown>;
}

/** A part of the argument, which must be text. */
export function textOf(name: string, key: string, value: unknown): string {
  if (typeof value !== "string") {
    throw new TypeError(`${name}: "${key}" must be a string, not ${kind(value)}`);
  }
  return value;
}

function kind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value;
}
