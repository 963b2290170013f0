/** What bundlers of workers (Cloudflare, Vercel) make of an imported `.wasm` file; `init` takes it. */
declare const module: WebAssembly.Module;
export default module;
