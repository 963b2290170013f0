// Files with their paths, from a drop or a file dialog.

/** Must be called before the drop's event ends: afterwards its items are gone. */
export function droppedEntries(transfer) {
  return [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile())
    .filter(Boolean);
}

/** All files below what was dropped, as `[path, file]`. */
export async function walk(entries) {
  const found = [];
  const open = [...entries];
  while (open.length > 0) {
    const entry = open.pop();
    if (entry instanceof File) {
      found.push([entry.name, entry]);
    } else if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      found.push([entry.fullPath.replace(/^\//, ""), file]);
    } else if (entry.isDirectory && !entry.name.startsWith(".") && entry.name !== "node_modules") {
      const reader = entry.createReader();
      // A reader gives its entries in parts, and an empty part at the end.
      for (;;) {
        const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (part.length === 0) break;
        open.push(...part);
      }
    }
  }
  return found;
}

export function chosenFiles(list) {
  return [...list].map((file) => [file.webkitRelativePath || file.name, file]);
}

/** Offers bytes or text as a download. */
export function offer(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
