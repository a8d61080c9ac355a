const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const westernEuropean = new TextDecoder('windows-1252');

/** A name whose encoding nothing tells: UTF-8 where it is valid, else the most common of the single-byte ones. */
export function nameOf(bytes: Uint8Array): string {
  return validUtf8(bytes) ?? westernEuropean.decode(bytes);
}

export function validUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}
