import { literalPattern } from './literal-pattern.ts';

/** Says `to` where `from` stands as a name of its own, not as part of a longer word. */
export function renameWord(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${literalPattern(from)}(?![\\p{L}\\p{N}_])`, 'gu'), () => to);
}
