// Archives, read and written by fflate in a worker of their own that ends with its work: a hostile archive can at
// worst end that worker.
function run(message, transfer, stoppable = () => {}) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("zip-worker.js", document.baseURI), { name: "archives" });
    const end = (settle) => (value) => {
      worker.terminate();
      settle(value);
    };
    worker.onmessage = ({ data }) => (data.error ? end(reject)(new Error(data.error)) : end(resolve)(data.done));
    worker.onerror = (event) => end(reject)(new Error(event.message || "it could not be worked on"));
    stoppable(() => end(reject)(new Error("stopped")));
    worker.postMessage(message, transfer);
  });
}

let stop = () => {};

/** The files of an archive as `[path, bytes]`. */
export const unpack = (bytes) => run({ unpack: bytes }, [bytes.buffer], (end) => (stop = end));

/** Fails what is being unpacked, if anything is. */
export const stopUnpacking = () => stop();

/** An archive of files, given as names and bytes. */
export const pack = (names, contents) => run({ pack: [names, contents] }, contents.map((one) => one.buffer));
