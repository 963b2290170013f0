/** An expected return that stays read between calls. */
import { answered, textOf, toJson, wellFormed } from "./boundary.js";
import { Trap, call, generation } from "./engine.js";
import { Call } from "./generated/glue.js";
import type { Failure, GradeAnswer, KeyRequest, ResponseOptions } from "./generated/wire.js";

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
  readonly #slot: Slot;
  #closed = false;

  private constructor(request: string, number: number) {
    this.#request = request;
    this.#slot = { number, generation: generation() };
    abandoned.register(this, this.#slot, this);
  }

  /** @internal */
  static open(request: KeyRequest): AnswerKey | Failure {
    const text = toJson("openKey", request);
    const opened = answered<number | Failure>(() => call((calls) => calls.answer(Call.OpenKey, text)));
    return typeof opened === "number" ? new AnswerKey(text, opened) : opened;
  }

  /** Grades one response. */
  grade(response: string, options: ResponseOptions = {}): GradeAnswer {
    const text = wellFormed(textOf("grade", "response", response));
    const settings = toJson("grade", options);
    if (this.#closed) throw new Error("grade: the answer key is closed");
    return answered(() => {
      const current = generation();
      if (this.#slot.generation !== current) {
        // The instance it belonged to is gone: have the return read again.
        const opened: unknown = JSON.parse(call((calls) => calls.answer(Call.OpenKey, this.#request)));
        if (typeof opened !== "number") return JSON.stringify(opened);
        this.#slot.number = opened;
        this.#slot.generation = current;
      }
      return call((calls) => calls.gradeByKey(this.#slot.number, text, settings));
    });
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
