import type { ConfigText, Setting, Statement } from './config-text.ts';

/** PAN-OS's XML in the words of its `set` commands, so that both are held against the same rules. */
export function panosCommands({ kind, syntax, settings }: ConfigText): Statement[] {
  if (kind !== 'panos' || syntax !== 'xml') return [];
  const names = new Map(
    settings.flatMap(({ keys, value }) => (keys.at(-1) === '@name' ? [[placeOf(keys.slice(0, -1)), value]] : [])),
  );
  return settings.flatMap((setting) => commandOf(setting, names) ?? []);
}

/** `<entry name="web">` is the word `web`; `<member>` is its content alone. */
function commandOf({ keys, value, line }: Setting, names: ReadonlyMap<string, string>): Statement | undefined {
  const last = keys.at(-1);
  if (typeof last === 'string' && last.startsWith('@') && last !== '@name') return undefined;
  const words = keys.flatMap((key, index): string[] => {
    if (typeof key === 'number' || key === 'config' || key === 'member' || key === '@name') return [];
    if (key !== 'entry') return [key];
    const numbered = typeof keys[index + 1] === 'number';
    return [quoted(names.get(placeOf(keys.slice(0, numbered ? index + 2 : index + 1))) ?? 'entry')];
  });
  const text = [...words, ...(last === '@name' || value === '' ? [] : [quoted(value)])].join(' ');
  return { text, line, path: [] };
}

function placeOf(keys: readonly (string | number)[]): string {
  return keys.join('\n');
}

function quoted(word: string): string {
  return /\s/.test(word) ? `"${word.replace(/"/g, "'")}"` : word;
}
