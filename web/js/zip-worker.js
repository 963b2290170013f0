import { unzipSync, zipSync } from "fflate";

// See js/zip.js. An archive comes from anywhere and may claim to hold anything, hence the limits: a benchmark's
// checkout with results has some ten thousand files.
const MOST_FILES = 50_000;
const MOST_BYTES = 512 * 2 ** 20;

function unpack(bytes) {
  let files = 0;
  let size = 0;
  const found = unzipSync(bytes, {
    filter({ name, originalSize }) {
      files += 1;
      size += originalSize;
      if (files > MOST_FILES) throw new Error(`it holds more than ${MOST_FILES} files`);
      if (size > MOST_BYTES) throw new Error(`it unpacks to more than ${MOST_BYTES / 2 ** 20} MB`);
      return !name.endsWith("/");
    },
  });
  return Object.entries(found).map(([name, content]) => [name.replaceAll("\\", "/"), content]);
}

function pack([names, contents]) {
  // Times would make two archives of one session differ.
  const options = { level: 6, mtime: new Date(1980, 0, 1) };
  return zipSync(Object.fromEntries(names.map((name, at) => [name, [contents[at], options]])));
}

self.onmessage = ({ data }) => {
  try {
    self.postMessage({ done: data.unpack ? unpack(data.unpack) : pack(data.pack) });
  } catch (error) {
    self.postMessage({ error: error.message || String(error) });
  }
};
