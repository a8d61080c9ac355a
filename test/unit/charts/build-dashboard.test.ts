import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { buildDashboard } from '../../../src/service/charts/build-dashboard.ts';
import { plainTemplate } from '../../../src/service/charts/plain-template.ts';
import { renderPng, renderSvg } from '../../../src/service/charts/render-chart.ts';
import type { Reading } from '../../../src/service/formats/reading.ts';
import { bareReading, fileTypes, sampleReading } from './sample-readings.ts';

// The package does not export its schema: it lies beside its entry.
const entry = createRequire(import.meta.url).resolve('vega-lite');
const schema = JSON.parse(readFileSync(new URL('vega-lite-schema.json', `file://${entry}`), 'utf8')) as object;
const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });
const isVegaLite = ajv.compile(schema);

describe.each(fileTypes)('the dashboard of a %s', (type) => {
  it('is complete and valid Vega-Lite that loads nothing', () => {
    for (const reading of [sampleReading(type), bareReading(type)]) {
      const { spec, data } = buildDashboard(reading);
      const complete = { ...spec, datasets: data };
      expect(isVegaLite(complete), JSON.stringify(isVegaLite.errors?.slice(0, 3))).toBe(true);
      expect(JSON.stringify(spec)).not.toContain('"url"');
    }
  });

  it('draws each of its charts, titled with what it shows', async () => {
    const dashboard = buildDashboard(sampleReading(type));
    const svg = await renderSvg(dashboard);
    expect(svg).toContain('Connection to the database refused, and 2 more findings');
    expect(svg).toContain('memory_usage_mb: up from');
    expect(svg).not.toContain('<script>');
    expect(Object.keys(dashboard.data).length).toBeGreaterThanOrEqual(3);
  });

  it('is drawn also where nothing is unusual', async () => {
    const svg = await renderSvg(buildDashboard(bareReading(type)));
    expect(svg).toContain('Nothing unusual in 1 line');
  });
});

it('names the stretch in which most errors came', () => {
  const reading = sampleReading('log');
  const start = reading.timeline[0]!.timeMs;
  const timeline = reading.timeline.map((event, index) => ({
    ...event,
    severity: index >= 200 && index < 220 ? ('error' as const) : ('info' as const),
    timeMs: start + index * 9000,
  }));
  const { spec } = buildDashboard({ ...reading, timeline });
  expect(JSON.stringify(spec)).toMatch(/20 notable errors, \d+ of them from 14:\d\d:\d\d to 14:\d\d:\d\d/);
});

it('draws even traffic even, though stretches begin between two milliseconds', () => {
  const reading = sampleReading('log');
  const start = reading.timeline[0]!.timeMs;
  const points = Array.from({ length: 120 }, (_, index) => ({
    timeMs: start + Math.round(index * 1950.4166),
    value: 7,
  }));
  const { data } = buildDashboard({
    ...reading,
    series: [{ ...reading.series[0]!, name: 'lines', unit: 'lines', points }],
  });
  expect(data.activity).toHaveLength(120);
  expect(new Set(data.activity!.map((row) => row.count))).toEqual(new Set([7]));
});

it('names first what began within the record, then what runs through all of it', () => {
  const reading = sampleReading('log');
  const [first, last] = [reading.documents[0]!.firstTimeMs!, reading.documents[0]!.lastTimeMs!];
  const finding = (title: string, from: number) => ({
    ...reading.findings[0]!,
    title,
    count: 50,
    firstTimeMs: first + (last - first) * from,
    lastTimeMs: last,
  });
  const { summary } = buildDashboard({ ...reading, findings: [finding('all along', 0), finding('an outbreak', 0.6)] });
  expect(summary.headline).toBe('an outbreak');
});

it.each([
  ['<*> --- [<*>] <*> : upload of <*> aborted', 'upload of … aborted'],
  ['{"timestamp": "<*>", "level": "WARN", "message": "call to <*> timed out"}', 'call to … timed out'],
  ['[<*>] <*>', '[…] …'],
])('shows the template %s as %s', (template, shown) => {
  expect(plainTemplate(template)).toBe(shown);
});

function titlesWith(templates: [string, number][], others: Reading['tables'] = {}): string[] {
  const reading = sampleReading('log');
  const rows = templates.map(([template, lines]) => ({ template, lines, first_line: 1 }));
  const documents = [{ ...reading.documents[0]!, lines: 1000 }];
  const { spec } = buildDashboard({ ...reading, documents, tables: { ...others, templates: rows } });
  return (spec.vconcat as { title: { text: string } }[]).map(({ title }) => title.text);
}

it('says what fills a log, where one wording does', () => {
  const filled: [string, number][] = [
    ['GET <*>', 744],
    ['mail relay slow', 11],
  ];
  expect(titlesWith(filled)).toContain('74 % of the lines: GET …');
  const tellsOf = (titles: string[]) => titles.filter((title) => title.includes('of the lines'));
  // Four wordings in turn, nothing but places, and lines that are counted by what they say.
  expect(
    tellsOf(
      titlesWith([
        ['up', 255],
        ['down', 254],
        ['left', 239],
      ]),
    ),
  ).toEqual([]);
  expect(
    tellsOf(
      titlesWith([
        ['<*> - - [<*>] "<*>"', 990],
        ['reopened', 10],
      ]),
    ),
  ).toEqual([]);
  const requests = {
    requests_by_status: [
      { status: '200', requests: 900 },
      { status: '500', requests: 100 },
    ],
  };
  expect(tellsOf(titlesWith(filled, requests))).toEqual([]);
});

it('bounds its rows and tells that it left some out', () => {
  const reading = sampleReading('log');
  const many = Array.from({ length: 5000 }, (_, index) => ({
    ...reading.timeline[0]!,
    timeMs: index * 1000,
    document: `d${index % 3}`,
  }));
  const points = Array.from({ length: 2000 }, (_, index) => ({ timeMs: index * 1000, value: Math.sin(index) * index }));
  const documents = ['d0', 'd1', 'd2'].map((name) => ({ ...reading.documents[0]!, name }));
  const dashboard = buildDashboard({
    ...reading,
    documents,
    timeline: many,
    series: [{ ...reading.series[0]!, document: 'd0', points }],
  });
  expect(dashboard.truncated).toBe(true);
  for (const rows of Object.values(dashboard.data)) expect(rows.length).toBeLessThanOrEqual(2000);
});

it('draws what moves, and not what goes up and down as ever', () => {
  const reading = sampleReading('log');
  const start = reading.timeline[0]!.timeMs;
  const series = (name: string, value: (index: number) => number) => ({
    ...reading.series[0]!,
    name,
    points: Array.from({ length: 480 }, (_, index) => ({ timeMs: start + index * 1000, value: value(index) })),
  });
  const noise = series('as ever', (index) => (index * 97) % 180);
  const slope = series('slower and slower', (index) => index + ((index * 97) % 180));
  const { spec } = buildDashboard({ ...reading, series: [noise, slope] });
  expect(JSON.stringify(spec)).toContain('Slower and slower: up from');
  expect(JSON.stringify(spec)).not.toMatch(/as ever/i);
});

it('draws variants of one wording as one', () => {
  const reading = sampleReading('log');
  const finding = (thread: string) => ({
    ...reading.findings[0]!,
    title: `<*> --- [${thread}] <*> : asset <*> not found`,
    count: 2,
  });
  const { data } = buildDashboard({ ...reading, findings: [finding('main'), finding('exec-2')] });
  expect(data.findings!.map((row) => [String(row.finding).replace(/^line \d+ +/, ''), row.count])).toEqual([
    ['asset … not found', 4],
  ]);
});

it('keeps a spike that lies between the points it leaves out', () => {
  const reading = sampleReading('log');
  const start = reading.timeline[0]!.timeMs;
  const points = Array.from({ length: 2000 }, (_, index) => ({
    timeMs: start + index * 1000,
    value: index === 1234 ? 9999 : 1,
  }));
  const { data, spec } = buildDashboard({ ...reading, series: [{ ...reading.series[0]!, points }] });
  expect(data.series_1!.some((row) => row.value === 9999)).toBe(true);
  expect(JSON.stringify(spec)).toContain('at most 9,999 MB');
});

it('is printed as PNG with the font that comes along', async () => {
  const png = await renderPng(buildDashboard(sampleReading('bundle')));
  expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  const blank = await renderPng(buildDashboard(bareReading('log')));
  expect(png.length).toBeGreaterThan(blank.length * 4);
});

it('draws a spec that asks for a file without loading it', async () => {
  const { spec } = buildDashboard(bareReading('log'));
  const asking = {
    ...spec,
    vconcat: [{ data: { url: 'file:///etc/hostname' }, mark: 'bar', encoding: { x: { field: 'a', type: 'nominal' } } }],
  };
  await expect(renderSvg({ spec: asking, data: {} })).resolves.not.toContain('hostname');
});

it('says the same for the same reading', () => {
  expect(JSON.stringify(buildDashboard(sampleReading('pcap')))).toBe(
    JSON.stringify(buildDashboard(sampleReading('pcap'))),
  );
});

it('draws a file whose damaged times are beyond any date, without those times', () => {
  const reading = sampleReading('pcap');
  const documents = reading.documents.map((info) => ({ ...info, firstTimeMs: 1.7e12, lastTimeMs: 9e15 }));
  expect(buildDashboard({ ...reading, documents }).summary).toMatchObject({ first_time: null, last_time: null });
});

it('gives each clock of an archive an axis of its own, so that no chart is empty', () => {
  const point = (timeMs: number, value: number) => ({ timeMs, value });
  const course = (document: string, fromMs: number) => ({
    name: 'lines',
    unit: 'lines',
    document,
    points: Array.from({ length: 20 }, (_, n) => point(fromMs + n * 10_000, 5 + n)),
  });
  const info = { fileType: 'log' as const, path: 'x', sizeBytes: 1, lines: 100 };
  const zero = Date.UTC(2026, 10, 20, 14);
  const reading: Reading = {
    ...sampleReading('bundle'),
    documents: [
      { ...info, name: 'app.log', clock: 'absolute', zoneMinutes: 120 },
      { ...info, name: 'dmesg.txt', clock: 'boot' },
    ],
    timeline: [],
    findings: [],
    tables: {},
    series: [course('app.log', zero), course('dmesg.txt', 0)],
  };
  const { spec, data } = buildDashboard(reading);
  const views = (spec as { vconcat: { data: { name: string } }[] }).vconcat;
  const kernel = views.filter((view) => view.data.name.endsWith('_boot'));
  expect(kernel.length).toBeGreaterThan(0);
  for (const view of kernel) expect(JSON.stringify(view)).toContain('seconds since boot');
  for (const [name, rows] of Object.entries(data)) {
    for (const { start } of rows) {
      if (typeof start !== 'number') continue;
      if (name.endsWith('_boot')) expect(start).toBeLessThanOrEqual(200);
      // As the lines print it, two hours from UTC.
      else expect(start).toBeGreaterThanOrEqual(zero + 2 * 3_600_000);
    }
  }
  expect(JSON.stringify(views)).toContain('UTC+02:00');
});

it('gives each mark its words, and the lines or the stretch of time it is about', () => {
  const { data } = buildDashboard({ ...sampleReading('log'), series: [temperature] });
  expect(data.activity?.find(({ severity }) => severity === 'error')).toMatchObject({
    told: expect.stringMatching(/^2026-11-20 14:\d\d:\d\d to 14:\d\d:\d\d UTC: \d+ error lines?$/),
    document: 'app.log',
    from_ms: expect.any(Number),
    level: 'error',
  });
  expect(data.findings?.[0]).toMatchObject({
    told: expect.stringContaining('Connection to the database refused, seen 12 times, 2026-11-20'),
    document: 'app.log',
    line: 40,
  });
  const [first, second] = data.series_1 ?? [];
  expect(first).toMatchObject({ told: '2026-11-20 14:00:00 UTC: 40 °C', line: 7 });
  // Without a line of its own, a value stands for the time until the next one.
  expect(second).toMatchObject({ from_ms: zeroMs + 1_000, to_ms: zeroMs + 1_999 });
  expect(second).not.toHaveProperty('line');
});

it('keeps times of day apart from times since boot', () => {
  const info = { fileType: 'log' as const, path: 'x', sizeBytes: 1, lines: 100, clock: 'boot' as const };
  const course = (document: string, fromMs: number) => ({
    ...temperature,
    document,
    points: temperature.points.map(({ timeMs, value }) => ({ timeMs: timeMs - zeroMs + fromMs, value })),
  });
  const { spec, data } = buildDashboard({
    ...sampleReading('bundle'),
    documents: [
      { ...info, name: 'modem.log', isTimeOfDay: true },
      { ...info, name: 'dmesg.txt' },
    ],
    timeline: [],
    findings: [],
    tables: {},
    series: [course('modem.log', 50_000_000), course('dmesg.txt', 0)],
  });
  const named = (name: string) => Object.keys(data).filter((key) => key.endsWith(name));
  expect([named('_day'), named('series_1')].flat()).toHaveLength(2);
  expect(JSON.stringify(spec)).toContain('time of day');
  expect(JSON.stringify(spec)).toContain('seconds since boot');
  expect(Object.values(data).flatMap((rows) => rows.map(({ told }) => told))).toEqual(
    expect.arrayContaining(['13:53:20.000: 40 °C', '0.000 s after boot: 40 °C']),
  );
});

it('says so where a file names no zone', () => {
  const reading = sampleReading('log');
  const documents = reading.documents.map((info) => ({ ...info, namesZone: false }));
  const { spec, data } = buildDashboard({ ...reading, documents });
  expect(JSON.stringify(spec)).toContain('the file names no zone');
  expect(JSON.stringify([spec, data])).not.toContain('UTC');
});

const zeroMs = Date.UTC(2026, 10, 20, 14);
const temperature = {
  name: 'temperature',
  unit: '°C',
  document: 'app.log',
  points: Array.from({ length: 12 }, (_, n) => ({
    timeMs: zeroMs + n * 1_000,
    value: 40 + n,
    ...(n === 0 ? { line: 7 } : {}),
  })),
};

it('names the year where days alone are not clear', () => {
  const reading = sampleReading('log');
  const start = Date.UTC(2017, 5, 9, 20, 10);
  const timeline = reading.timeline.map((event, index) => ({ ...event, timeMs: start + index * 4 * 86_400_000 }));
  const { spec } = buildDashboard({ ...reading, timeline, findings: [], series: [] });
  expect(JSON.stringify(spec)).toContain('"format":"%Y-%m-%d"');
});

it('names one moment where what came lies within it', () => {
  const reading = sampleReading('log');
  const at = reading.timeline[0]!.timeMs;
  const timeline = reading.timeline.map((event, index) => ({
    ...event,
    severity: index > 0 && index < 4 ? ('error' as const) : ('info' as const),
    timeMs: at + (index < 4 ? index : index * 36),
  }));
  const { spec } = buildDashboard({ ...reading, timeline, findings: [], series: [] });
  expect(JSON.stringify(spec)).toMatch(/3 notable errors, all of them (?:at|from) 14:00:00/);
  expect(JSON.stringify(spec)).not.toMatch(/from (\S+) to \1"/);
});

it('draws no picture of findings that were each seen once at no known time, and names the text of others', () => {
  const reading = sampleReading('bundle');
  const finding = (document: string, lineStart: number, count: number) => ({
    rule: 'log.error',
    title: `failure ${lineStart}`,
    explanation: '',
    severity: 'error' as const,
    role: 'cause' as const,
    certainty: 'likely' as const,
    count,
    evidence: [{ document, lineStart, lineEnd: lineStart }],
  });
  const once = { ...reading, findings: [finding('app.log', 6, 1), finding('kernel.log', 150, 1)] };
  expect(buildDashboard(once).data.findings).toBeUndefined();
  const { data, spec } = buildDashboard({
    ...once,
    findings: [finding('app.log', 6, 2), finding('a/kernel.log', 150, 1)],
  });
  expect(data.findings!.map((row) => row.finding)).toEqual(['app.log:6 failure 6', 'kernel.log:150 failure 150']);
  expect(JSON.stringify(spec)).toContain('"sort":["app.log:6 failure 6","kernel.log:150 failure 150"]');
});

it('names the amount by its unit, and draws no bar that is set against none', () => {
  const tables = {
    'threads by CPU time': [
      { thread: 'render', running_ms: 1715.2 },
      { thread: 'main', running_ms: 20 },
    ],
    processes: [{ process: 'app', threads: 4 }],
  };
  const { spec, data } = buildDashboard({ ...sampleReading('perfetto'), tables });
  expect(JSON.stringify(spec)).toContain('Threads by CPU time: render leads with 1,715 ms');
  expect(Object.keys(data).filter((name) => name.startsWith('table_'))).toEqual(['table_1']);
  // How many processes, threads and slices there are is no comparison.
  expect(data.trace).toBeUndefined();
});

it('draws findings of each clock apart, each chart titled by its own', () => {
  const sample = sampleReading('bundle');
  const info = { fileType: 'log' as const, path: 'x', sizeBytes: 1, lines: 100 };
  const finding = (title: string, document: string, firstTimeMs: number, severity: 'critical' | 'error') => ({
    ...sampleReading('log').findings[0]!,
    ...{ title, severity, firstTimeMs, lastTimeMs: firstTimeMs + 1_000 },
    evidence: [{ document, lineStart: 3, lineEnd: 3 }],
  });
  const { spec, data } = buildDashboard({
    ...sample,
    documents: [
      { ...info, name: 'app.log', clock: 'absolute' },
      { ...info, name: 'dmesg.txt', clock: 'boot' },
    ],
    timeline: [],
    tables: {},
    series: [{ ...temperature, name: 'lines', unit: 'lines' }],
    findings: [
      finding('disk timed out', 'dmesg.txt', 9_000, 'critical'),
      finding('order not stored', 'app.log', zeroMs, 'error'),
      finding('order lost', 'app.log', zeroMs, 'error'),
    ],
  });
  const titles = (spec as { vconcat: { data: { name: string }; title: { text: string; subtitle?: string } }[] })
    .vconcat;
  const titleOf = (name: string) => titles.find((view) => view.data.name === name)?.title;
  expect(titleOf('findings')?.text).toBe('order not stored, and 1 more finding');
  expect(titleOf('findings_boot')?.text).toBe('disk timed out');
  expect(data.findings_boot).toHaveLength(1);
  expect(titleOf('activity')?.subtitle).toBe('All lines of app.log over time, by severity');
});

it('draws nothing between the times of a rate', () => {
  const reading = sampleReading('pcap');
  const at = reading.timeline[0]!.timeMs;
  const points = [0, 1, 2, 3, 4, 600, 601, 602, 603, 604].map((second) => ({
    timeMs: at + second * 1000,
    value: 5 + (second % 2),
  }));
  const rate = { ...reading.series[0]!, name: 'packets per second', unit: '1/s', points };
  const { data } = buildDashboard({ ...reading, series: [rate, { ...rate, name: 'memory', unit: 'MB' }] });
  const valuesOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ value }) => value);
  const drawn = Object.entries(data).filter(([name]) => name.startsWith('series_'));
  expect(drawn.map(([, rows]) => valuesOf(rows).filter((value) => value === 0).length).toSorted()).toEqual([0, 2]);
  const words = drawn.flatMap(([, rows]) => rows.map(({ told }) => String(told)));
  expect(words.filter((told) => / 1\/s$/.test(told))).toEqual([]);
  expect(words).toContainEqual(expect.stringMatching(/: 5\/s$/));
});

it('says of equals that none of them leads', () => {
  const talkers = ['a', 'b', 'c'].map((name) => ({ name, packets: 10 }));
  const { spec } = buildDashboard({ ...sampleReading('pcap'), tables: { talkers } });
  expect(JSON.stringify(spec)).toContain('Talkers: 3 of 3 have 10 packets each');
});
