import type { Query } from '../query/query.ts';
import type { GroupRow, Result } from '../run/result.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import { linesSaid } from './said-of.ts';
import { noLine, type Told, told } from './told.ts';

const mostNamed = 12;

/** Of which others it holds as well, and of how many lines of the one that is known. */
export function tellBesides(query: Query, { rows, missing = 0 }: Result<'groups'>): Told {
  const { expects, by = '' } = query;
  // A number says nothing without its noun.
  const nameOf = (key: string) => (/^\d+$/.test(key) ? `${by} ${key}` : key);
  const own = ownOf(query, rows);
  const others = rows.filter((row) => row !== own);
  if (rows.length === 0) return noLine(query);
  const isOnly = others.length === 0;
  const places = [...others, ...(own === undefined ? [] : [own])].slice(0, 5).flatMap(({ first }) => first ?? []);
  const listed = join(others.slice(0, mostNamed).map((row) => say`${nameOf(row.key)} (${plural(row.value, 'line')})`));
  const sentence = isOnly
    ? say`only ${nameOf(own?.key ?? '')}, on ${own?.value ?? 0} ${linesSaid(query, own?.value ?? 0)}`
    : say`${words(own === undefined ? '' : 'also ')}${listed}`;
  const [known] = query.against ?? [];
  const itself = own ?? (known && { key: known.value, value: 0 });
  const size =
    isOnly || itself === undefined ? [] : [say`${nameOf(itself.key)} itself has ${plural(itself.value, 'line')}`];
  const unnamed = missing === 0 ? [] : [say`${plural(missing, 'line')} with it name no ${words(by)}`];
  const verdict = missing > 0 ? 'LIKELY' : 'CONFIRMED';
  return { ...told(say`${leadOf(expects, isOnly)}${sentence}`, places, [...size, ...unnamed]), verdict };
}

/** The one that is named; where none is and yes or no is asked for, the one with the most. */
function ownOf({ against: [known] = [], expects }: Query, rows: readonly GroupRow[]): GroupRow | undefined {
  if (known === undefined) return expects === undefined ? undefined : rows[0];
  return rows.find(({ key }) => key.toLowerCase() === known.value.toLowerCase());
}

function leadOf(expects: Query['expects'], isOnly: boolean): Text {
  if (expects === undefined) return words(isOnly ? 'Nothing else: ' : '');
  const isYes = (expects === 'none') === isOnly;
  return words(isYes ? 'Yes: ' : 'No: ');
}
