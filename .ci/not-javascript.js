/** Packages that are native, WebAssembly, or read as files: no bundle holds them. */
export const notJavaScript = ['@resvg/resvg-js', 'better-sqlite3', 'dejavu-fonts-ttf', 'libarchive-wasm'];
