// Reports and comparisons: the part of the page that writes them runs in a worker, which is loaded for each and ends
// with it.

/**
 * Writes what `given` says: a `report`, a `leaderboard`, the `evaluation` of a response, or, to `compare` two sides, a
 * comparison. The answer is `{text, table, ungraded}`, the last being how many runs it had to leave out.
 */
export function writeReport(given) {
  const worker = new Worker(new URL("report/worker.js", document.baseURI), { type: "module", name: "report" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
    worker.onerror = (event) => reject(new Error(event.message || "the part of the page that writes reports did not load"));
    worker.postMessage(given);
  }).finally(() => worker.terminate());
}

let shown;

/** Opens a page of its own. False when the browser no longer takes it for what a person just asked for. */
export function openPage(html) {
  if (navigator.userActivation?.isActive === false) return false;
  URL.revokeObjectURL(shown);
  shown = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const link = document.createElement("a");
  Object.assign(link, { href: shown, target: "_blank", rel: "noopener" });
  document.body.append(link);
  link.click();
  link.remove();
  return true;
}
