import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, words } from '../answer/say.ts';
import { singular } from '../calculate/columns.ts';
import { messageKindOf } from '../calculate/entity-values.ts';
import { eachLine } from '../calculate/pass.ts';
import { wordsOfName } from '../calculate/quantity.ts';
import type { Row } from '../calculate/row.ts';
import { createTallies } from '../calculate/tally.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { timesIn } from '../question/times-asked.ts';
import { looksLikeName } from '../words/asked-word.ts';
import { lookUpWords } from './asked-lines.ts';
import { sampleOf } from './read-members.ts';

const kind = '(?:the )?(?:ip |address |user |account |key |host |client |device |session )?';
const asks = new RegExp(
  `^(?:and )?what (?:else |all )?(?:(?:was|were|has been|got|is) (?:all )?(?:done|changed|called|executed|accessed|requested|attempted|tried|going on) (?:from|by|with|via|through|using|under|on) ${kind}(\\S+)|(?:did|has|does) ${kind}(\\S+) (?:else )?(?:do|done|change|access|call|try|execute|request)(?: else| all)?)\\W*$`,
  'i',
);
/** Names of fields that tell what was done, the plainest first. */
const actionNames = [
  'event name',
  'action',
  'verb',
  'operation',
  'command',
  'method',
  'activity',
  'event',
  'api',
  'op',
  'cmd',
];
const thingNames = ['resource', 'path', 'object', 'target', 'table', 'file', 'endpoint', 'uri', 'url'];
const mostTold = 8;
const mostRows = 20;

/** "What else was done from 203.0.113.7?": every distinct thing its lines tell that it did, the rarest first. */
export async function actionsOf(run: Investigation): Promise<Draft | undefined> {
  const match = asks.exec(timesIn(run.question.text).rest);
  const name = (match?.[1] ?? match?.[2])?.replace(/[?!.,]+$/, '');
  if (name === undefined || !looksLikeName(name)) return undefined;
  const [looked] = await lookUpWords(run, [name]);
  const lines = looked?.unit?.byDocument;
  if (lines === undefined) return undefined;
  const sample = await sampleOf(run, { lines, isMeant: () => true });
  const rows = sample.map(({ row }) => row);
  const action = fieldNamed(rows, actionNames);
  const thing = action === undefined || /name$/i.test(action) ? undefined : fieldNamed(rows, thingNames);
  const tallies = createTallies();
  await eachLine(run, {
    times: run.question.times,
    lines,
    see(line) {
      const row = line.row();
      const told = action === undefined ? undefined : row.values.get(action);
      const of = thing === undefined ? undefined : row.values.get(thing);
      const text = told === undefined ? messageKindOf(row.message) : `${told}${of === undefined ? '' : ` ${of}`}`;
      tallies.count(text.slice(0, 120), line);
    },
  });
  const all = tallies.all();
  if (all.length === 0) return undefined;
  const times = await timesOf(run);
  const rare = [...all].sort((a, b) => a.count - b.count || a.first.place - b.first.place);
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const at = (timeMs: number | undefined) => (timeMs === undefined ? '' : times.at(timeMs));
  const [first, last] = [all[0]!.first.timeMs, Math.max(...all.map((one) => one.last.timeMs ?? Number.NaN))];
  const span = first === undefined || Number.isNaN(last) ? '' : `, ${times.span(first, last)}`;
  return lookUp({
    cause: say`${name}: ${plural(total, 'line')}, ${plural(all.length, 'kind')} of action${words(span)}: ${join(
      rare.slice(0, mostTold).map(({ key, count }) => say`${key}${words(count === 1 ? '' : ` (${number(count)})`)}`),
      ', ',
    )}${words(all.length > mostTold ? ` and ${all.length - mostTold} more` : '')}`,
    explanation: [
      {
        text:
          action === undefined
            ? words('Told apart by the words of the lines')
            : say`Told apart by ${action}${thing === undefined ? words('') : say` and ${thing}`}`,
        ranges: [],
      },
    ],
    tables: [
      {
        head: ['action', 'lines', 'first', 'last'],
        rows: all
          .slice(0, mostRows)
          .map((one) => [one.key, number(one.count), at(one.first.timeMs), at(one.last.timeMs)]),
      },
    ],
    proof: rare
      .slice(0, mostTold)
      .map((one) => claimAt(run, say`${one.key}: ${plural(one.count, 'line')}`, one.first.place)),
  });
}

/** The first of the names that a field of most rows has, in whole or as its last words. */
function fieldNamed(rows: readonly Row[], names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { values } of rows)
    for (const [field, value] of values)
      if (/\p{L}/u.test(String(value)) && String(value).length <= 80) counts.set(field, (counts.get(field) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count > rows.length / 2).map(([field]) => field);
  for (const name of names) {
    const found = common.find((field) => {
      const parts = wordsOfName(field).map(singular);
      return parts.join(' ') === name || parts.slice(-name.split(' ').length).join(' ') === name;
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
