declare module 'xz-decompress' {
  // The package is CommonJS: Node hands out its exports as the default.
  const library: { XzReadableStream: new (compressed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array> };
  export default library;
}
