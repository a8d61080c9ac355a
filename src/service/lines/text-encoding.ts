import type { ReadContext } from '../formats/format.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'binary';

/** What a text's first bytes say about how it is written. UTF-16 is known by its mark or by zeros in every second place. */
export function encodingOf(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const length = Math.min(head.length, 4096) & ~1;
  let evenZeros = 0;
  let oddZeros = 0;
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i]!;
    if (byte === 0) {
      if (i % 2 === 0) evenZeros++;
      else oddZeros++;
    } else if (byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) controls++;
  }
  const half = length / 2;
  if (half >= 8 && oddZeros > half * 0.7 && evenZeros < half * 0.1) return 'utf-16le';
  if (half >= 8 && evenZeros > half * 0.7 && oddZeros < half * 0.1) return 'utf-16be';
  return controls + evenZeros + oddZeros > Math.max(8, length * 0.1) ? 'binary' : 'utf-8';
}

/**
 * The path of the file's text in UTF-8: the file itself, or a document made from a UTF-16 file, whose lines are then
 * the ones that are cited.
 */
export async function utf8Text(
  context: ReadContext,
): Promise<{ path: string; recordedPath: string; isConverted: boolean }> {
  const head = await context.source.read(0, 4096);
  const encoding = encodingOf(head);
  const itself = { path: context.source.path, recordedPath: context.source.path, isConverted: false };
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return itself;
  const document = await context.createDocument(context.name);
  const decoder = new TextDecoder(encoding);
  for await (const chunk of context.source.stream()) {
    context.signal.throwIfAborted();
    await document.write(decoder.decode(chunk, { stream: true }));
  }
  await document.write(decoder.decode());
  const { path } = await document.end();
  return { path: document.path, recordedPath: path, isConverted: true };
}
