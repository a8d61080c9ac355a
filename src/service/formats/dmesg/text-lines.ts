import type { ReadContext } from '../format.ts';

const longestLine = 65_536;

/** Streams a source's lines, 1-based, split at LF, in bounded memory. Stops at the context's signal. */
export async function readTextLines(
  { source, signal, progress }: Pick<ReadContext, 'source' | 'signal' | 'progress'>,
  take: (number: number, text: string) => void,
): Promise<{ lines: number; cutLines: number }> {
  const decoder = new TextDecoder();
  let carry = '';
  let lines = 0;
  let cutLines = 0;
  let readBytes = 0;

  const give = (text: string) => {
    lines++;
    if (text.length > longestLine) cutLines++;
    take(lines, text.length > longestLine ? text.slice(0, longestLine) : text);
  };

  for await (const chunk of source.stream()) {
    signal.throwIfAborted();
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    const last = pieces.pop() ?? '';
    for (const [index, piece] of pieces.entries()) give(index === 0 ? carry + piece : piece);
    if (pieces.length > 0) carry = last;
    // One character more than a line may have tells that it was cut.
    else if (carry.length <= longestLine) carry = (carry + last).slice(0, longestLine + 1);
    readBytes += chunk.length;
    progress(source.sizeBytes === 0 ? 1 : Math.min(1, readBytes / source.sizeBytes));
  }
  const rest = carry + decoder.decode();
  if (rest !== '') give(rest);
  return { lines, cutLines };
}
