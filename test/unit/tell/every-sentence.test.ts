import { expect, it } from 'vitest';
import type { Unit } from '#service/investigator/facts/amount.ts';
import type { Place } from '#service/investigator/facts/place.ts';
import type { Query } from '#service/investigator/query/query.ts';
import { readQuery } from '#service/investigator/query/read-query.ts';
import type { Result } from '#service/investigator/run/result.ts';
import { tellResult } from '#service/investigator/tell/tell-result.ts';
import { timeWordsOf } from '#service/investigator/wording/times.ts';

const start = Date.UTC(2026, 2, 3, 10, 0);
const end = start + 3_600_000;
const times = timeWordsOf({ clock: 'absolute', firstTimeMs: start, lastTimeMs: end });
const place = (line: number): Place => ({
  document: 'app.log',
  line,
  timeMs: start + line * 60_000,
  text: `10:${line} gw-1 went down`,
});
const [first, second] = [place(4), place(9)];
const ms: Unit = { name: 'ms', dimension: 'time', factor: 1 };
const down = (from: number | undefined, to: number | undefined) => ({
  unit: 'gw-1',
  startMs: from === undefined ? undefined : start + from * 60_000,
  endMs: to === undefined ? undefined : start + to * 60_000,
  start: from === undefined ? undefined : first,
  end: to === undefined ? undefined : second,
});
const groups = (...values: number[]): Result => ({
  shape: 'groups',
  rows: values.map((value, index) => ({ key: `/path/${index}`, value, first })),
  missing: 0,
  total: 9,
});
const number = (value: number): Result => ({ shape: 'number', value, places: value === 0 ? [] : [first] });
const moment = (count: number): Result => ({
  shape: 'moment',
  place: count === 0 ? undefined : first,
  isLast: false,
  count,
});
const episodes = (...intervals: ReturnType<typeof down>[]): Result => ({
  shape: 'episodes',
  intervals,
  totalMs: 300_000,
  endMs: end,
});

/** What is asked, in its written form, and what it comes to. */
const told: readonly (readonly [string, Result])[] = [
  ['count with level=error', number(0)],
  ['count with level=error', number(1)],
  ['count with level=error and user=alice and words has disk', number(1200)],
  ['count', number(9)],
  ['distinct of client with status=502', number(1)],
  ['distinct of client', number(4)],
  ['distinct of client', number(0)],
  ['mean of duration_ms with path=/login', { shape: 'amount', value: 41.5, unit: ms, count: 12, places: [first] }],
  [
    'max of queue, beside heap_mb',
    {
      shape: 'amount',
      value: 90,
      unit: { name: '', dimension: 'plain', factor: 1 },
      count: 12,
      places: [first],
      beside: '41',
    },
  ],
  ['range of duration_ms', { shape: 'amount', value: 400, unit: ms, count: 12, places: [first, second] }],
  ['duration with order=812 and words has placed, against words has shipped', episodes(down(4, 9))],
  ['longest with words has placed, against words has shipped, by order, most', episodes(down(4, 9))],
  [
    'duration state running with order=812',
    { shape: 'episodes', intervals: [down(4, 9)], totalMs: 300_000, endMs: end, isOfLines: true },
  ],
  ['count with words has order, by order, most', groups(1, 1, 1, 1, 1, 1)],
  ['max of duration_ms', { shape: 'amount', value: 4100, unit: ms, count: 12, places: [first] }],
  ['p95 of duration_ms', { shape: 'amount', value: 910, unit: ms, count: 12, places: [first] }],
  ['max state running with job=sync', { shape: 'amount', value: 754_000, unit: ms, count: 3, places: [first] }],
  ['share with words has login, against outcome=failed', { shape: 'share', part: 3, whole: 7, places: [first] }],
  ['share with words has login, against outcome=failed', { shape: 'share', part: 0, whole: 0, places: [] }],
  [
    'streak with job=sync and outcome has *, against outcome=failed',
    { shape: 'streak', count: 4, fromMs: first.timeMs, toMs: second.timeMs, places: [first, second] },
  ],
  ['streak with job=sync, against outcome=failed', { shape: 'streak', count: 0, places: [] }],
  ['share with level=error, against *', { shape: 'share', part: 7, whole: 7, places: [first] }],
  ['count by path', groups(4, 2)],
  ['count with status=502, by path, most', groups(4, 2)],
  ['count with status=502, by path, most', groups(4, 4)],
  ['count with status=502, by path, most 2', groups(4, 2, 1)],
  ['count with status=502, by path, least', groups(0, 4)],
  ['max of duration_ms, by path, most', { ...groups(900, 40), unit: ms } as Result],
  ['duration state down, by gateway, most', { ...groups(900_000, 40_000), unit: ms } as Result],
  ['count state down, by gateway, most', groups(3, 1)],
  ['values of path with status=502', groups(4, 2)],
  ['never with status=502, by path', groups(0)],
  ['never with status=502, by path', groups()],
  ['never state down, by gateway', groups(0)],
  ['count by path', groups()],
  ['count every 3600 s, most', { shape: 'times', rows: [{ key: `${start}`, value: 7, first }], everyMs: 3_600_000 }],
  ['count every 3600 s', { shape: 'times', rows: [], everyMs: 3_600_000 }],
  [
    'rate with level=error, every 60 s',
    { shape: 'rate', count: 30, spanMs: 3_600_000, everyMs: 60_000, places: [first], rows: [] },
  ],
  ['rate with level=error, every 60 s', { shape: 'rate', count: 3, spanMs: 0, everyMs: 60_000, places: [], rows: [] }],
  [
    'rate with level=error, every 60 s',
    { shape: 'rate', count: 3, spanMs: 9000, everyMs: 60_000, places: [], rows: [] },
  ],
  ['rate with level=error, every 60 s', { shape: 'rate', count: 0, spanMs: 0, everyMs: 60_000, places: [], rows: [] }],
  ['doing at 2026-03-03 10:00:00', { shape: 'lines', places: [] }],
  ['exists with outcome=failed and user=alice', { shape: 'exists', count: 0, places: [], records: 9 }],
  ['exists with outcome=failed and user=alice', { shape: 'exists', count: 2, places: [first], records: 9 }],
  ['exists with outcome=failed, expecting none', { shape: 'exists', count: 0, places: [], records: 9 }],
  ['first with level=error', moment(0)],
  ['first with level=error', moment(1)],
  ['first with user=alice and words has login', moment(4)],
  ['first with level=error, by service', { ...moment(4), key: 'payments' } as Result],
  ['list with level=error', { shape: 'kinds', kinds: [{ place: first, message: 'disk full', count: 3 }], count: 3 }],
  ['list with level=error', { shape: 'kinds', kinds: [], count: 0 }],
  ['doing with worker=w-1', { shape: 'lines', places: [first] }],
  ['doing with worker=w-1', { shape: 'lines', places: [] }],
  ['trend of heap_mb', { shape: 'trend', points: [], early: 10, late: 40, places: [first] }],
  ['trend with level=error, expecting down', { shape: 'trend', points: [], early: 10, late: 40, places: [first] }],
  ['change with level=error, expecting up', { shape: 'change', before: 0.5, after: 2, isRate: true, places: [first] }],
  ['order with words has start, against words has stop', { shape: 'order', first, second }],
  ['order with words has start, against words has stop, expecting after', { shape: 'order', first, second }],
  ['order with words has start, against words has stop', { shape: 'order', first, second: undefined }],
  ['compare with user=alice, against user=bob', { shape: 'compare', left: 3, right: 5, places: [first] }],
  ['compare with user=alice, against user=bob', { shape: 'compare', left: 3, right: 3, places: [first] }],
  [
    'compare with user=alice, against user=bob, expecting more',
    { shape: 'compare', left: 3, right: 5, places: [first] },
  ],
  ['compare with user=alice, against user=bob', { shape: 'compare', left: undefined, right: 5, places: [] }],
  ['state state down with gateway=gw-1', { shape: 'state', unit: 'gw-1', isIn: true, since: first }],
  ['state state down with gateway=gw-1', { shape: 'state', unit: 'gw-1', isIn: false }],
  ['state state down with gateway=gw-1', { shape: 'state', unit: 'gw-1', isIn: undefined }],
  [
    'state state down, by gateway',
    {
      shape: 'state',
      unit: '',
      isIn: undefined,

      rows: [
        { unit: 'gw-1', isIn: true },
        { unit: 'gw-2', isIn: false },
      ],
    },
  ],
  [
    'state state down, by gateway',
    { shape: 'state', unit: '', isIn: undefined, rows: [{ unit: 'gw-1', isIn: false }] },
  ],
  ['episodes state down with gateway=gw-1', episodes(down(4, 9))],
  ['episodes state down with gateway=gw-1, expecting any', episodes(down(4, 9), down(20, undefined))],
  ['episodes state down with gateway=gw-1, expecting any', episodes()],
  ['episodes state down with gateway=gw-1, expecting none', episodes()],
  ['episodes state down with gateway=gw-1, expecting none', episodes(down(4, 9))],
  ['duration state down with gateway=gw-1', episodes(down(4, 9))],
  ['duration state down with gateway=gw-1', episodes()],
  ['longest state down, most', episodes(down(4, 9))],
  [
    'overlap state down with gateway=gw-1, against gateway=gw-2',
    { shape: 'overlap', spans: [], totalMs: 0, places: [] },
  ],
  [
    'overlap state down with gateway=gw-1, against gateway=gw-2',
    { shape: 'overlap', spans: [{ fromMs: start, toMs: start + 60_000 }], totalMs: 60_000, places: [first] },
  ],
  [
    'overlap state running',
    {
      shape: 'overlap',
      spans: [],
      totalMs: 0,
      places: [],
      most: { count: 2, timeMs: start, units: ['sync', 'backup'] },
    },
  ],
  ['gap', { shape: 'gap', before: first, after: second, durationMs: 300_000 }],
  ['span', { shape: 'span', firstMs: start, lastMs: end, lines: 1204 }],
  ['count state down', { shape: 'nothing', why: 'no line shows when it was down' }],
];

const sentences = told.map(([written, result]) => {
  const query = readQuery(written) as Query;
  const { headline, more, verdict } = tellResult(query, result, times);
  return {
    written,
    headline: headline.plain,
    page: `${written}\n  ${verdict}: ${[headline, ...more].map(({ plain }) => plain).join(' | ')}`,
  };
});

it('tells each shape of result in plain sentences, all on one page', async () => {
  await expect(`${sentences.map(({ page }) => page).join('\n')}\n`).toMatchFileSnapshot('every-sentence.txt');
});

it.each(sentences)('says $written in few clean words', ({ headline }) => {
  expect(headline).not.toMatch(
    / {2}| $|undefined|NaN|\[object|\ba [aeio]|of a$|with $|: $|\b1 (?:lines|values|times)\b/,
  );
  expect(headline.split(/\s+/).length).toBeLessThan(45);
});
