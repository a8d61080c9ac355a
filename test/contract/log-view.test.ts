import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpload } from '#service/child/read-upload.ts';
import type { Onlooker } from '#service/log-view/find-lines.ts';
import { createLogViews } from '#service/log-view/log-views.ts';
import {
  type Found,
  type LineFilter,
  mostFound,
  type ShownLines,
  type ViewRequest,
} from '#service/log-view/view-request.ts';
import { startService } from '../support/service-under-test.ts';

const lines = Array.from({ length: 3_000 }, (_, n) => {
  const time = new Date(Date.UTC(2026, 10, 1, 10) + n * 1_000).toISOString();
  return n % 500 === 99
    ? `${time} ERROR orders: connection to db-${n % 2}:5432 refused, order ${n} not stored`
    : `${time} INFO ${n % 3 ? 'orders' : 'billing'}: order ${n} stored in ${n % 43} ms by worker ${n % 8}`;
});

/** Read as an upload is, and looked at through the thread. */
async function withFile(content = `${lines.join('\n')}\n`) {
  const root = await mkdtemp(join(tmpdir(), 'logtriage-view-'));
  const path = join(root, 'upload');
  const folder = join(root, 'reading');
  await writeFile(path, content);
  const { signal } = new AbortController();
  const read = await readUpload({ path, name: 'app.log', folder }, { signal, progress() {} });
  if (!read.ok) throw new Error(read.failure.message);
  const views = createLogViews();
  const document = { fileId: 'file', fileName: 'app.log', folder, info: read.reading.documents[0]! };
  return {
    ask: <R extends ViewRequest>(request: R, onlooker?: Onlooker) => views.ask(document, request, onlooker),
    find: (filter: LineFilter) => views.ask(document, { op: 'find', filter }),
    async [Symbol.asyncDispose]() {
      await views.close();
      await rm(root, { recursive: true });
    },
  };
}

it('gives lines in a row and from anywhere, each with its level and time', async () => {
  await using run = await withFile();
  expect(await run.ask({ op: 'lines', from: 99, to: 101 })).toEqual([
    [99, lines[98], 'info', Date.parse('2026-11-01T10:01:38Z'), 0, null],
    [100, lines[99], 'error', Date.parse('2026-11-01T10:01:39Z'), 0, null],
    [101, lines[100], 'info', Date.parse('2026-11-01T10:01:40Z'), 0, null],
  ]);
  const some = await run.ask({ op: 'rows', lines: [600, 2] });
  expect(some.map(([line, text]) => [line, text])).toEqual([
    [600, lines[599]],
    [2, lines[1]],
  ]);
});

it('ties the lines below a record to it, wherever reading begins', async () => {
  const thrown = lines
    .slice(0, 200)
    .map((line, n) => (n % 100 === 99 ? `${line}\n    at Db.run\nCaused by: read` : line));
  await using run = await withFile(`${thrown.join('\n')}\n`);
  const records = async (from: number, to: number) =>
    (await run.ask({ op: 'lines', from, to })).map(([line, , , , , record]) => [line, record]);
  expect(await records(99, 103)).toEqual([
    [99, null],
    [100, null],
    [101, 'error'],
    [102, 'error'],
    [103, null],
  ]);
  expect(await records(102, 103)).toEqual([
    [102, 'error'],
    [103, null],
  ]);
  const [below] = await run.ask({ op: 'rows', lines: [101] });
  expect(below?.[5]).toBe('');
  const dump = lines.slice(0, 20).map((_, n) => `Thu Nov ${n + 1} 10:00:00 2026\n\tUser-Name = "ada"\n\tStatus = ok`);
  await using blocks = await withFile(`${dump.join('\n')}\n`);
  const rows = await blocks.ask({ op: 'lines', from: 1, to: 4 });
  expect(rows.map(([, , , , , record]) => record !== null)).toEqual([false, true, true, false]);
});

it('finds by words, pattern, level, time, form and field, with counts', async () => {
  await using run = await withFile();
  const total = async (filter: LineFilter) => (await run.find(filter)).total;
  const count = (test: (line: string) => boolean) => lines.filter(test).length;
  expect(await total({ text: 'ORDER 77' })).toBe(count((line) => line.includes('order 77')));
  expect(await total({ pattern: 'worker [67]$' })).toBe(count((line) => /worker [67]$/.test(line)));
  expect(await total({ level: 'error' })).toBe(6);
  expect(await total({ level: 'error', text: 'db-1' })).toBe(6);
  const fromMs = Date.parse('2026-11-01T10:10:00Z');
  expect(await total({ fromMs, toMs: fromMs + 59_999 })).toBe(60);
  const facets = await run.ask({ op: 'facets' });
  const source = facets.fields.find(({ values }) => values.some(({ value }) => value === 'billing'));
  const ofBilling = { field: source?.name ?? '', value: 'billing' };
  expect(await total(ofBilling)).toBe(count((line) => line.includes(' billing:')));
  const form = facets.templates[0]!;
  expect(await total({ template: form.id })).toBe(form.count);
  const found = await run.find({ text: 'refused' });
  expect(found.lines).toEqual([100, 600, 1100, 1600, 2100, 2600]);
  expect(found.counts.reduce((sum, n) => sum + n, 0)).toBe(6);
});

it('finds by each value it offers as many lines as it counts', async () => {
  const thrown = lines.map((line, n) =>
    n % 500 === 99 ? `${line}\n    at Db.run(Db.java:12)\nCaused by: java.net.SocketTimeoutException: read` : line,
  );
  await using run = await withFile(`${thrown.join('\n')}\n`);
  const { fields } = await run.ask({ op: 'facets' });
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['level', 'exception']));
  for (const { name: field, values } of fields) {
    for (const { value, count } of values) {
      expect([field, value, (await run.find({ field, value })).total]).toEqual([field, value, count]);
    }
  }
  const both = { field: 'level', value: 'error', text: 'db-1' };
  expect((await run.find(both)).lines).toHaveLength(6);
  expect((await run.find({ ...both, text: 'db-7' })).total).toBe(0);
});

it('tells what is found part by part, and looks no further for somebody who left', async () => {
  const many = Array.from(
    { length: 120_000 },
    (_, n) => `2026-11-01T10:00:00Z INFO orders: order ${n} stored in a table far away`,
  );
  await using run = await withFile(`${many.join('\n')}\n`);
  const request = { op: 'find', filter: { text: 'stored' } } as const;
  const parts: Found[] = [];
  const part = (found: Found) => void parts.push(found);
  const last = await run.ask(request, { signal: new AbortController().signal, part });
  expect(parts[0]).toMatchObject({ goesOn: true, readToLine: parts[0]?.total });
  expect(parts[0]?.lines.slice(0, 3)).toEqual([1, 2, 3]);
  expect(last).toMatchObject({ goesOn: false, total: 120_000 });
  const all = [...parts, last].flatMap(({ lines: some }) => some);
  expect(all).toEqual(Array.from({ length: mostFound }, (_, n) => n + 1));
  const over = [...parts, last].flatMap(({ counts }) => counts);
  expect(over.reduce((sum, count) => sum + count, 0)).toBe(120_000);

  const left = await run.ask(request, { signal: AbortSignal.abort(), part });
  expect(left.total).toBeLessThan(120_000);
  expect(left.readToLine).toBe(left.total);
});

it('finds a value of a field in a long text wherever it stands, and nowhere else', async () => {
  const codes = [200, 404, 500, 12, 4040];
  const user = (n: number) => (n % 7 === 0 ? 'ada' : n % 7 === 1 ? 'bob7' : 'adam');
  const many = Array.from({ length: 90_000 }, (_, n) =>
    n % 3 === 0
      ? `2026-11-01T10:00:00Z INFO shop: took ${n % 900} ms status=${codes[n % 5]} user=${user(n)} size=${codes[(n + 1) % 5]}`
      : `2026-11-01T10:00:00Z WARN shop: job ${n % 700} for ada, 404 times, 12 left, rc=${n % 4}`,
  );
  await using run = await withFile(`${many.join('\n')}\n`);
  await run.ask({ op: 'facets' });
  const total = async (field: string, value: string, more: LineFilter = {}) =>
    (await run.find({ field, value, ...more })).total;
  const count = (test: RegExp) => many.filter((line) => test.test(line)).length;
  expect(await total('status', '404')).toBe(count(/status=404 /));
  expect(await total('size', '12')).toBe(count(/size=12$/));
  expect(await total('user', 'ada')).toBe(count(/user=ada /));
  expect(await total('user', 'bob7')).toBe(count(/user=bob7 /));
  expect(await total('rc', '2')).toBe(count(/rc=2$/));
  expect(await total('level', 'warning')).toBe(count(/WARN/));
  expect(await total('status', '404', { text: 'user=ada ' })).toBe(count(/status=404 user=ada /));
});

it('counts lines over time by level', async () => {
  await using run = await withFile();
  const times = (await run.ask({ op: 'times', buckets: 120 }))!;
  expect(times.fromMs).toBe(Date.parse('2026-11-01T10:00:00Z'));
  const sum = (level: 'error' | 'info') => times.buckets.reduce((total, bucket) => total + bucket[level], 0);
  expect([sum('error'), sum('info')]).toEqual([6, 2_994]);
});

it('runs a written query over all lines, and says what is none', async () => {
  await using run = await withFile();
  const ran = await run.ask({ op: 'query', text: 'count level=error by source' });
  expect(ran).toMatchObject({ kind: 'run', isWhole: true, hasBars: true, table: { rows: [['orders', 6, 100]] } });
  expect((await run.ask({ op: 'query', text: 'why did it fail?' })).kind).toBe('unread');
  expect(await run.ask({ op: 'query', text: 'p95 of took with level=info' })).toMatchObject({ kind: 'run' });
});

it('says which name of a query no line states, and which are stated', async () => {
  await using run = await withFile();
  for (const text of ['count with workers=3', 'mean of workers by source', 'count by workers', 'list by workers'])
    expect(await run.ask({ op: 'query', text })).toMatchObject({
      kind: 'absent',
      name: 'workers',
      names: expect.arrayContaining(['worker']),
    });
});

it('gives a course over time and a share as what can be drawn and read', async () => {
  await using run = await withFile();
  const rowsOf = async (text: string) => {
    const ran = await run.ask({ op: 'query', text });
    if (ran.kind !== 'run') throw new Error(`${text} was not read`);
    return { course: ran.course, rows: ran.table?.rows ?? [] };
  };
  const course = await rowsOf('trend with words=refused');
  expect(course.course?.points.map(({ value }) => value)).toEqual(course.rows.map(([, count]) => count));
  expect(course.rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(6);
  const times = await rowsOf('count level=error every 10 min');
  const { course: byMinute } = await rowsOf('count level=error every minute');
  expect(byMinute).toMatchObject({ stepMs: 60_000, points: { length: 6 } });
  const bySecond = (await rowsOf('count every second')).course;
  expect(bySecond?.stepMs).toBe(3_000);
  expect(bySecond?.points).toHaveLength(1_000);
  expect(times.rows.map(([at]) => String(at).includes('2026-11-01 10:'))).toEqual(times.rows.map(() => true));
  expect((await rowsOf('share with words=order against level=error')).rows).toEqual([[0.2, 6, 3_000]]);
});

it('gives rows for whatever a written query comes to', async () => {
  await using run = await withFile();
  for (const text of [
    'rate',
    'span',
    'gap',
    'first level=error',
    'compare source=orders against source=billing',
    'order level=error against words=stored',
    'change with level=error, at 2026-11-01 10:30',
    'max of took by worker',
    'overlap state down, by source',
    'episodes state down, by source',
  ]) {
    const ran = await run.ask({ op: 'query', text });
    expect([text, ran.kind, ran.kind === 'run' && (ran.table ?? ran.words)]).toEqual([text, 'run', expect.anything()]);
    if (ran.kind !== 'run' || !ran.table) continue;
    for (const row of ran.table.rows) expect(row).toHaveLength(ran.table.head.length);
  }
  const compared = await run.ask({ op: 'query', text: 'compare source=orders against source=billing' });
  const billing = lines.filter((line) => line.includes(' billing:')).length;
  expect(compared).toMatchObject({
    hasBars: true,
    table: {
      rows: [
        ['orders', 3_000 - billing],
        ['billing', billing],
      ],
    },
  });
});

it('gives values in the unit that the head of their column names', async () => {
  const content = Array.from({ length: 60 }, (_, n) => {
    const time = new Date(Date.UTC(2026, 10, 1, 10) + n * 60_000).toISOString();
    return `${time} INFO gc: heap_mb=${200 + n} pause_s=${n % 2} host=web-${n % 5}`;
  }).join('\n');
  await using run = await withFile(`${content}\n`);
  const ran = async (text: string) => {
    const answer = await run.ask({ op: 'query', text });
    if (answer.kind !== 'run') throw new Error(`${text} was not read`);
    return answer;
  };
  expect((await ran('max of heap_mb')).table).toEqual({ head: ['max of heap_mb, MB'], rows: [[259]] });
  const { table, words } = await ran('max of heap_mb by host');
  expect(table?.head).toEqual(['host', 'max of heap_mb, MB', 'first line']);
  expect(table?.rows[0]).toEqual(['web-4', 259, expect.any(Number)]);
  expect(words).toBe('');
  expect((await ran('p95 of pause_s by host')).table?.head[1]).toBe('p95 of pause_s, s');
  const trend = await ran('trend of heap_mb');
  expect(trend.table?.rows.map(([, value]) => Number(value))).toEqual(trend.course?.points.map(({ value }) => value));
  expect([trend.course?.unit, trend.course?.points[0]?.value]).toEqual(['MB', 200]);
});

it('runs a written query over the stretch of time and the value chosen, unless it names its own', async () => {
  await using run = await withFile();
  const ask = async (text: string, shown: ShownLines) => {
    const ran = await run.ask({ op: 'query', text, shown });
    return ran.kind === 'run' ? [ran.written, ran.table?.rows[0]] : [];
  };
  const fromMs = Date.parse('2026-11-01T10:00:00Z');
  const hour = { fromMs, toMs: fromMs + 999_000 };
  expect(await ask('count', hour)).toEqual([expect.stringContaining('from 2026-11-01 10:00'), [1_000]]);
  expect(await ask('count', { ...hour, field: 'source', value: 'billing' })).toEqual([
    expect.stringContaining('source=billing'),
    [333],
  ]);
  expect(await ask('count from 2026-11-01 10:00 to 2026-11-01 10:01', hour)).toEqual([expect.anything(), [61]]);
  expect(await ask('count source=orders', { field: 'source', value: 'billing' })).not.toEqual([
    expect.stringContaining('billing'),
    expect.anything(),
  ]);
});

it('opens the lines that a written query names, and sends questions for a cause to the file', async () => {
  await using run = await withFile();
  const ask = (text: string) => run.ask({ op: 'query', text });
  expect(await ask('show line 120 around 20')).toEqual({ kind: 'lines', from: 110, to: 130 });
  expect(await ask('show line 2999')).toEqual({ kind: 'lines', from: 2_989, to: 3_000 });
  expect(await ask('show line 5, around 3, expecting before')).toEqual({ kind: 'lines', from: 2, to: 4 });
  expect(await ask('explain')).toEqual({ kind: 'cause' });
});

it('refuses a pattern that is none, shows nobody else’s lines, and gives a download that runs nothing', async () => {
  await using under = await startService();
  const { cookie, user } = await under.addSignedIn();
  expect(user.email).toBe('grace@example.org');
  const made = await under.callSignedIn(cookie, 'POST', '/console/api/keys', {});
  const content = Array.from({ length: 50 }, (_, n) => `2026-11-01T10:00:00Z INFO a: =cmd|x did ${n}`).join('\n');
  const id = await under.completed(made.body.data.key, 'odd.log', `${content}\n`);
  const get = (as: string, rest: string) =>
    under.callSignedIn(as, 'GET', `/console/files/${id}/log/${rest}&document=odd.log`);
  const headers = { cookie, accept: 'application/json' };
  const refused = await under.call(undefined, 'GET', `/console/files/${id}/log/find?pattern=(&document=odd.log`, {
    headers,
  });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('pattern')]);
  const csv = await get(cookie, 'query?query=list&as=csv');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.body).not.toMatch(/(?:^|,)"?=/m);
  expect((await get(cookie, 'query?query=list&as=json')).body.rows.length).toBeGreaterThan(0);
  const eve = await under.addSignedIn('eve@example.org');
  expect((await get(eve.cookie, 'lines?from=1&to=2')).status).toBe(404);
});
