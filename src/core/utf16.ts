/** By byte order mark, or by every other byte being zero in what else reads as plain text. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe && (head[2] !== 0 || head[3] !== 0)) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(head.length / 2);
  if (pairs < 16) return undefined;
  for (const [encoding, textOffset] of [
    ['utf-16le', 0],
    ['utf-16be', 1],
  ] as const) {
    let plain = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const text = head[2 * pair + textOffset]!;
      const zero = head[2 * pair + 1 - textOffset]!;
      if (zero === 0 && (text >= 0x20 ? text < 0x7f : text === 9 || text === 10 || text === 13)) plain++;
    }
    if (plain / pairs > 0.95) return encoding;
  }
  return undefined;
}

/** The text as UTF-8 bytes; a byte order mark is left out. */
export async function* toUtf8(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of bytes) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}
