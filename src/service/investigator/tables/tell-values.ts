import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords, type TimeWords } from '../answer/times.ts';
import { shareOf } from '../calculate/quantity.ts';
import { claimAt } from '../calculate/told.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Place, Table } from './table.ts';
import type { Telling } from './telling-values.ts';
import { unitName } from './unit-name.ts';

/** When a record was written, by the clock of the file or the number that the table counts time with. */
export function whenOf(table: Table, at: Place, times: TimeWords): Text | undefined {
  if (at.timeMs !== undefined) return words(times.at(at.timeMs));
  if (table.clock === undefined || at.clock === undefined) return undefined;
  const ms = Number(at.clock.replace(',', '.')) * table.clock.unitMs;
  const since = ms >= 60_000 ? words(durationWords(ms)) : words(`${number(ms / 1000)} s`);
  return say`${since} (${table.clock.column} ${at.clock})`;
}

/** Says nothing without the name of its column. */
const bare = /^(?:true|false|yes|no|on|off|none|null|ja|nein|oui|non|s[ií])$/i;

/** "`connector` `3`: `GroundFailure`, 174 times, none before 2026-04-09 07:12:30". */
export function titleOf(table: Table, { value, course, onset, unit }: Telling, times: TimeWords): Text {
  const owner = ownerOf(table, { value, unit } as Telling);
  const who = owner === undefined ? words('') : say`${owner}: `;
  const when = whenOf(table, onset, times);
  const count = value.count === 1 ? words('once') : words(`${number(value.count)} times`);
  const what =
    /\p{L}{2}/u.test(value.value) && !bare.test(value.value)
      ? say`${value.value}`
      : say`${value.column} ${value.value}`;
  if (when === undefined) return say`${who}${what}, ${count}`;
  if (value.count === 1) return say`${who}${what} at ${when}`;
  const from =
    course === 'new' || course === 'risen'
      ? say` from ${when} on`
      : course === 'few'
        ? say`, first at ${when}`
        : words('');
  return say`${who}${what}, ${count}${from}`;
}

/** Who it is of: the one most of its records name; of a single record, the cell that names one of several. */
function ownerOf(table: Table, { value, unit }: Telling): Text | undefined {
  if (unit !== undefined) return /\p{L}/u.test(unit.value) ? say`${unit.value}` : say`${unit.column} ${unit.value}`;
  if (value.count > 3) return undefined;
  const column = table.columns.find((name) => name !== value.column && unitName.test(name));
  const cell = column === undefined ? undefined : value.firstCells.get(column);
  if (column === undefined || cell === undefined || cell === '' || cell === value.value) return undefined;
  return /\p{L}/u.test(cell) ? say`${cell}` : say`${column} ${cell}`;
}

/** How often, of whom, and how it was before. */
export function storyOf(run: Investigation, table: Table, telling: Telling, times: TimeWords): Claim[] {
  const { value, unit, course, onset } = telling;
  const when = whenOf(table, onset, times);
  const share = say`${value.column} is ${value.value} in ${number(value.count)} of ${plural(table.records, 'record')} (${words(shareOf(value.count, table.records))})`;
  const of =
    unit === undefined
      ? words('')
      : say`, ${words(unit.count === value.count ? 'all' : number(unit.count))} of them with ${unit.column} ${unit.value}`;
  const before =
    when === undefined
      ? words('')
      : course === 'new'
        ? say`; ${words(onset.place === value.first.place ? 'none' : 'nearly none')} before ${when}`
        : course === 'risen'
          ? say`; more often from ${when} on`
          : words('');
  return [
    claimAt(
      run,
      say`${share}${of}${before}`,
      ...[onset.place, value.last.place].filter((place, at, all) => all.indexOf(place) === at),
    ),
  ];
}

/** How the values of the column lie: the usual ones beside the one that is told. */
export function distributionOf(table: Table, { value, unit }: Telling) {
  const rows = [...table.values.values()]
    .filter((one) => one.column === value.column)
    .sort((a, b) => b.count - a.count);
  const key = unit === undefined ? undefined : `${unit.column}\u0000${unit.value}`;
  const shown = rows.slice(0, 7);
  if (!shown.includes(value)) shown.push(value);
  return {
    head: [value.column, 'records', 'share', ...(unit === undefined ? [] : [`of ${unit.column} ${unit.value}`])],
    rows: shown.map((one) => [
      one.value,
      number(one.count),
      shareOf(one.count, table.records),
      ...(key === undefined ? [] : [number(one.beside.get(key) ?? 0)]),
    ]),
  };
}

/** Several in one sentence: each with whom it is of and when. */
export function listOf(table: Table, tellings: readonly Telling[], times: TimeWords): Text {
  return join(
    tellings.map((one) => titleOf(table, one, times)),
    '; ',
  );
}
