import { say } from '../answer/say.ts';
import { measuresOf } from '../survey/measures.ts';
import { singular } from './columns.ts';
import { isSameWord, type NumberColumn } from './numbers.ts';
import { plainUnit, type Unit, unitNamed, wordsOfName } from './quantity.ts';
import type { Row } from './row.ts';

/** Numbers that the words of lines name as the question does: "queue depth 45", "temperature is 71 C". */
export function namedNumbers(rows: readonly Row[], asked: readonly string[]): NumberColumn[] {
  const wanted = asked.map(singular);
  const found = new Map<string, { words: string[]; unit: Unit; count: number }>();
  for (const row of rows) {
    for (const { name, unit } of measuresOf(row.message)) {
      const words = wordsOfName(name)
        .map(singular)
        .filter((word) => wanted.some((one) => isSameWord(one, word)));
      if (words.length === 0) continue;
      const key = `${words.join(' ')}\u0000${unit}`;
      const one = found.get(key);
      if (one !== undefined) one.count++;
      else found.set(key, { words, unit: unitNamed(unit) ?? { ...plainUnit, name: unit }, count: 1 });
    }
  }
  return [...found.values()].map(({ words, unit, count }) => ({
    name: words.join(' '),
    said: say`${words.join(' ')}`,
    unit,
    seen: count,
    read(line) {
      if (!line.text.toLowerCase().includes(words[0]!)) return undefined;
      for (const measure of measuresOf(line.row().message)) {
        const names = wordsOfName(measure.name).map(singular);
        if (!words.every((word) => names.includes(word))) continue;
        const own = unitNamed(measure.unit) ?? plainUnit;
        if (own.dimension === unit.dimension) return measure.value * own.factor;
      }
      return undefined;
    },
  }));
}
