import type { Schema } from './schema.ts';

/** What a program says of itself when it starts. */
export const startWords: readonly string[] = ['started', 'starting', 'booting', 'launched'];
export const startLine = new RegExp(`\\b(?:${startWords.join('|')}|booted|start up|listening on)\\b`, 'i');
const longest = 160;
/** What starts more often is work, and not the program that does it. */
export const mostStarts = 20;

/** What is said word for word each time that something starts, where that is more than once: it was started again. */
export function repeatedStart({ sample }: Pick<Schema, 'sample'>): string | undefined {
  const counts = new Map<string, number>();
  for (const record of sample) {
    const { message } = record.row();
    if (message.length > longest || !startLine.test(message)) continue;
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count > 1 && count <= mostStarts);
  return repeated.sort((a, b) => b[1] - a[1])[0]?.[0];
}
