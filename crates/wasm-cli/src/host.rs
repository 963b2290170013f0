//! What the command needs of its host.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** What the command needs of its host. */
export interface Host {
  /** The bytes of a file, `-` for standard input; throws a text in the system's words. */
  read(path: string): Uint8Array;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** Names in a folder; none when it cannot be read. */
  list(path: string): string[];
  write(text: string): void;
  writeError(text: string): void;
  /** Width of the terminal, when standard output is one. */
  columns(): number | undefined;
}
";

#[wasm_bindgen]
extern "C" {
    /// The host.
    #[wasm_bindgen(typescript_type = "Host")]
    pub type Host;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn read(this: &Host, path: &str) -> Result<Vec<u8>, JsValue>;
    #[wasm_bindgen(method, js_name = isFile)]
    pub(crate) fn is_file(this: &Host, path: &str) -> bool;
    #[wasm_bindgen(method, js_name = isFolder)]
    pub(crate) fn is_folder(this: &Host, path: &str) -> bool;
    #[wasm_bindgen(method)]
    pub(crate) fn list(this: &Host, path: &str) -> Vec<String>;
    #[wasm_bindgen(method)]
    pub(crate) fn write(this: &Host, text: &str);
    #[wasm_bindgen(method, js_name = writeError)]
    pub(crate) fn write_error(this: &Host, text: &str);
    #[wasm_bindgen(method)]
    pub(crate) fn columns(this: &Host) -> Option<u16>;
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

pub(crate) fn set(host: Host) {
    HOST.set(Some(host));
}

/// Asks the host; before [`set`], every answer is empty.
pub(crate) fn with<T: Default>(ask: impl FnOnce(&Host) -> T) -> T {
    HOST.with_borrow(|host| host.as_ref().map(ask).unwrap_or_default())
}
