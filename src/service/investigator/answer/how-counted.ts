import type { Claim } from '../detect/observation.ts';
import type { Evidence } from '../investigation.ts';
import { needleWords } from './look-up.ts';
import { join, plural, say, type Text, words } from './say.ts';

/** Which spellings were counted, and which lines nearly fit and were not. */
export function howCounted(evidence: Evidence, allLines?: number): Claim[] {
  const told: Text[] = [];
  if (evidence.chosen?.isDivided) told.push(words('No line holds them together; the lines of each are shown'));
  const units = evidence.chosen?.groups.flat() ?? [];
  if (allLines !== undefined && units.length > 0)
    told.push(say`${plural(allLines, 'line')} hold ${needleWords(evidence)} in all, failing or not`);
  for (const unit of evidence.chosen?.dropped?.slice(0, 3) ?? [])
    told.push(say`None of them holds ${unit.label}, which stands in ${plural(unit.lines, 'other line')}`);
  for (const unit of units.slice(0, 4)) {
    if (unit.isWithin === true) {
      const inside = join(
        unit.spellings.slice(0, 3).map((one) => say`${one}`),
        ', ',
      );
      told.push(say`${unit.asked} stands only in longer words or numbers, as in ${inside}: those are counted`);
      continue;
    }
    const others = unit.spellings.slice(1, 6);
    if (others.length > 0)
      told.push(
        say`Counted as ${join(
          [unit.label, ...others].map((one) => say`${one}`),
          ', ',
        )}`,
      );
    const within = evidence.found.find(({ part }) => part.word.text === unit.asked)?.within;
    if (within !== undefined && within.lines > 0)
      told.push(
        say`${plural(within.lines, 'place')} inside longer words or ids, as in ${within.example}, ${words(within.lines === 1 ? 'is' : 'are')} not counted`,
      );
  }
  return told.map((text) => ({ text, ranges: [] }));
}
