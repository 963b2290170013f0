/** An expected return that stays read between calls. */
import { answered, textOf, toJson } from "./boundary.js";
import { Trap, call, generation } from "./engine.js";
import { Call } from "./generated/glue.js";
import type { Failure, GradeAnswer, KeyRequest, ResponseOptions } from "./generated/wire.js";
import { type Common, type Own, join } from "./split.js";

/** What the module says of a key that it has opened. */
interface Opened {
  key: number;
  common: Common;
}

/** A key inside the module: its number, and the instance that it belongs to. */
interface Slot {
  number: number;
  generation: number;
}

// Keys that nobody holds any more are closed, in case nobody did so by hand.
const abandoned = new FinalizationRegistry<Slot>(close);

function close(slot: Slot): void {
  if (slot.generation !== generation()) return;
  try {
    call((calls) => calls.closeKey(slot.number));
  } catch (error) {
    // A fresh instance has no keys to close.
    if (!(error instanceof Trap)) throw error;
  }
}

/** Grades any number of responses against one expected return. Made by `openKey`. */
export class AnswerKey {
  /** Tells a key from a failure. */
  readonly ok = true as const;
  readonly #request: string;
  readonly #common: Common;
  readonly #slot: Slot;
  #closed = false;

  private constructor(request: string, { key, common }: Opened) {
    this.#request = request;
    this.#common = common;
    this.#slot = { number: key, generation: generation() };
    abandoned.register(this, this.#slot, this);
  }

  /** @internal */
  static open(request: KeyRequest): AnswerKey | Failure {
    const text = toJson("openKey", request);
    const opened = answered<Opened | Failure>(() => call((calls) => calls.answer(Call.OpenKey, text)));
    return "key" in opened ? new AnswerKey(text, opened) : opened;
  }

  /** Grades one response. */
  grade(response: string, options: ResponseOptions = {}): GradeAnswer {
    const text = textOf("grade", "response", response);
    const settings = toJson("grade", options);
    if (this.#closed) throw new Error("grade: the answer key is closed");
    const own = answered<Own | Failure>(() => {
      const current = generation();
      if (this.#slot.generation !== current) {
        // The instance it belonged to is gone: have the return read again.
        const answer = call((calls) => calls.answer(Call.OpenKey, this.#request));
        const opened = JSON.parse(answer) as Opened | Failure;
        if (!("key" in opened)) return answer;
        this.#slot.number = opened.key;
        this.#slot.generation = current;
      }
      return call((calls) => calls.gradeByKey(this.#slot.number, text, settings));
    });
    return Array.isArray(own) ? join(this.#common, own) : own;
  }

  /** Lets the key go. Happens by itself some time after nobody holds it any more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    abandoned.unregister(this);
    close(this.#slot);
  }

  /** For `using key = …`. */
  [Symbol.dispose](): void {
    this.close();
  }
}
