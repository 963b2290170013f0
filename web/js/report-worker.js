// Writes one report or comparison, where it holds nothing up.
import init, { compare, report } from "./report.js";

self.onmessage = async ({ data: { names, contents, upstream, form, sides } }) => {
  try {
    await init();
    const written = sides
      ? compare(names, contents, upstream, form, ...sides)
      : report(names, contents, upstream, form);
    self.postMessage({ text: written.text, ungraded: written.ungraded });
  } catch (error) {
    self.postMessage({ error: String(error?.message ?? error) });
  }
};
