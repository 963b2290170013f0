/**
 * The running WebAssembly instance: started once, and replaced by a fresh one when it traps.
 *
 * After a trap (a panic, memory that ran out) an instance may hold half-made state for good, so it
 * must not be asked again. The module is compiled already; a new instance takes a millisecond.
 */
import * as glue from "./generated/glue.js";

/** Where the module comes from. */
export type InitSource = string | URL | BufferSource | WebAssembly.Module;

/** What differs between Node and browsers. */
export interface Platform {
  /** Fetches and compiles the module that lies beside the package's code, or the one at an address. */
  load(address?: string | URL): Promise<WebAssembly.Module>;
  /** Compiles the module at once, where the platform can: `init` is then never needed. */
  loadNow?(): WebAssembly.Module;
}

/** The calls of the module: text in, text out. */
const calls = {
  /** Answers a request; `what` is one of the module's `Call`. */
  answer: (what: number, request: string): string => glue.answer(what, put(request, 0)),
  gradeByKey(key: number, response: string, options: string): string {
    const size = put(response, 0);
    return glue.gradeByKey(key, size, put(options, size));
  },
  closeKey: (key: number): void => glue.closeKey(key),
};

let platform: Platform | undefined;
let starting: Promise<void> | undefined;
let compiled: WebAssembly.Module | undefined;
let memory: WebAssembly.Memory;
let running = false;
let stale = false;
let restarts = 0;

/** Set once by the entry for Node or for browsers. */
export function use(chosen: Platform): void {
  platform = chosen;
}

/**
 * Starts the module. Safe to call as often as wanted: the first call decides, and one that failed
 * can be repeated. In Node there is no need to call it.
 *
 * @param source Where the module is: an address, its bytes or a compiled module. Left out, it is
 *   taken from beside the package's code.
 */
export function init(source?: InitSource): Promise<void> {
  if (running) return Promise.resolve();
  starting ??= start(source).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function start(source?: InitSource): Promise<void> {
  const module = await compile(source);
  // A call in Node may have started it meanwhile.
  if (!running) run(module);
}

async function compile(source?: InitSource): Promise<WebAssembly.Module> {
  if (source === undefined || typeof source === "string" || source instanceof URL) {
    if (!platform) throw new Error("taxgrade: no platform");
    return platform.load(source);
  }
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  throw new TypeError(
    "taxgrade: init takes nothing, a URL, bytes or a WebAssembly.Module" +
      `, not ${Object.prototype.toString.call(source)}`,
  );
}

function run(module: WebAssembly.Module): void {
  compiled = module;
  ({ memory } = glue.initSync({ module }));
  running = true;
}

const encoder = new TextEncoder();

/**
 * Writes a text where the module reads it, behind so many bytes that are there already.
 *
 * @returns Its size in bytes. Half a surrogate pair becomes the one sign for what is no character.
 */
function put(text: string, behind: number): number {
  // Nearly all text is ASCII and takes a byte for a unit.
  const { read, written } = encoder.encodeInto(text, room(behind, text.length));
  if (read === text.length) return written;
  const rest = text.slice(read);
  // No unit takes more than three bytes.
  return written + encoder.encodeInto(rest, room(behind + written, 3 * rest.length)).written;
}

function room(behind: number, bytes: number): Uint8Array {
  const start = glue.room(behind + bytes);
  return new Uint8Array(memory.buffer, start + behind, bytes);
}

/** The module stopped in the middle of a call. */
export class Trap extends Error {
  override name = "TaxgradeTrap";
}

/** How often a fresh instance took over; what belongs to an instance is void in the next. */
export function generation(): number {
  return restarts;
}

/** Makes a call into the module. */
export function call<T>(use: (made: typeof calls) => T): T {
  if (!running) {
    if (!platform?.loadNow) {
      throw new Error("taxgrade: the module is not loaded; `await init()` once before other calls");
    }
    run(platform.loadNow());
  }
  if (stale) restart();
  try {
    return use(calls);
  } catch (error) {
    // Only text goes in and out, so whatever is thrown comes from inside.
    stale = true;
    let recovered = "a fresh instance has taken over";
    try {
      restart();
    } catch {
      recovered = "the next call tries to start a fresh instance";
    }
    const what = error instanceof Error ? error.message : String(error);
    throw new Trap(`the grader stopped inside WebAssembly (${what}); ${recovered}`, { cause: error });
  }
}

function restart(): void {
  glue.__wbg_reset_state();
  ({ memory } = glue.initSync({ module: compiled as WebAssembly.Module }));
  restarts += 1;
  stale = false;
}
