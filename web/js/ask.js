// The part of the page that asks models, loaded when somebody wants to ask one.
import { pdfText } from "./pdf.js";

let part;
let loading;

/** Opens the panel for a case; `tell` hears of every step of a call. */
export async function openAsk(about, tell) {
  loading ??= (async () => {
    const found = await import(new URL("ask/ask.js", document.baseURI).href);
    await found.default();
    found.start(document.getElementById("ask"), tell, pdfText);
    part = found;
  })();
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
  part.open(about);
}

/** Another case is in view. */
export function askAbout(about) {
  part?.about(about);
}

export function cancelAsk() {
  part?.cancel();
}

export function forgetAsk() {
  part?.forget();
}
