// The session in this browser's IndexedDB, only if a person turned it on: one archive under one key, and beside it what
// changed so shortly before the page was left that there was no time to pack it.
const NAME = "taxgrade";
const STORE = "session";
const LOOSE = "loose";

// Kept open while sessions are kept: a page that is left has no time to open anything.
let held;

function opened() {
  return new Promise((resolve, reject) => {
    if (held) return resolve(held);
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      held = request.result;
      // Another page forgets everything.
      held.onversionchange = letGo;
      held.onclose = () => (held = undefined);
      resolve(held);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds the storage"));
  });
}

function letGo() {
  held?.close();
  held = undefined;
}

async function run(mode, work) {
  const db = await opened();
  return await new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Opens the storage, so that `keepAtOnce` can be called. */
export async function holdStorage() {
  await opened();
}

/** Keeps an archive, in place of whatever was kept. */
export const keepSession = (bytes) =>
  run("readwrite", (store) => {
    store.delete(LOOSE);
    return store.put(bytes, STORE);
  });

/** Keeps the files of a session as they are, without waiting for anything. */
export function keepAtOnce(names, contents) {
  if (!held) return;
  const transaction = held.transaction(STORE, "readwrite");
  transaction.objectStore(STORE).put({ names, contents }, LOOSE);
  transaction.commit();
}

/** What was kept last: the bytes of an archive, or `{names, contents}`. */
export const keptSession = async () =>
  (await run("readonly", (store) => store.get(LOOSE))) ?? (await run("readonly", (store) => store.get(STORE)));

export async function forgetSession() {
  await run("readwrite", (store) => store.clear());
  letGo();
  indexedDB.deleteDatabase(NAME);
}
