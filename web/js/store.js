// The session in this browser's IndexedDB: one archive under one key, only if a person turned it on.
const NAME = "taxgrade";
const STORE = "session";

function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds the storage"));
  });
}

async function run(mode, work) {
  const db = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

export const keepSession = (bytes) => run("readwrite", (store) => store.put(bytes, STORE));

export const keptSession = () => run("readonly", (store) => store.get(STORE));

export async function forgetSession() {
  await run("readwrite", (store) => store.clear());
  indexedDB.deleteDatabase(NAME);
}
