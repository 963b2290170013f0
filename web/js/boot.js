// Starts the page. The build puts the names of the two files in. A file of its own rather than an
// inline script, so that the content security policy allows no inline script at all.
const glue = new URL("./__GLUE__", import.meta.url).href;
// The worker runs the same build; src/ui/bridge.rs tells it where.
globalThis.taxgradeGlue = glue;
try {
  const { default: init } = await import(glue);
  await init({ module_or_path: new URL("./__WASM__", import.meta.url) });
  // Without it the page needs the network to start; nothing else is lost.
  navigator.serviceWorker?.register(new URL("./offline.js", import.meta.url)).catch(() => {});
} catch (error) {
  console.error(error);
  const boot = document.getElementById("boot");
  const wasm = typeof WebAssembly === "object";
  const say = (id, text) => {
    const line = document.getElementById(id);
    if (line) line.textContent = text;
  };
  boot?.classList.add("failed");
  say("boot-what", "taxgrade could not start.");
  say(
    "boot-help",
    wasm
      ? "A part of the page did not arrive or was refused. Reload the page; if that does not help, check the " +
          "connection and whether an extension or a filter blocks .wasm files."
      : "This browser does not run WebAssembly. Use a current Firefox, Chrome, Edge or Safari.",
  );
  say("boot-detail", String(error?.message ?? error));
}
