import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import type { ReadFile } from '../../../src/service/investigator/report.ts';
import type { OpenLines } from '../../../src/service/lines/open-document.ts';
import { textFile } from './text-document.ts';

const stamp = (second: number) =>
  new Date(Date.UTC(2026, 1, 3, 9, 0, second)).toISOString().slice(0, 19).replace('T', ' ');

function log(second: (index: number) => string): string {
  return Array.from({ length: 600 }, (_, index) => `${stamp(index)} ${second(index)}`).join('\n');
}

/** Two files whose documents are told apart by the folder they were read into. */
function pair(before: string, after: string, names: [string, string], fileType: 'log' | 'config' = 'log') {
  const one = textFile({ [names[0]]: before });
  const two = textFile({ [names[1]]: after });
  const openLines: OpenLines = (folder, info) =>
    (folder === 'one' ? one : two).openLines(folder, { ...info, name: folder === 'one' ? names[0] : names[1] });
  const typed = (file: ReadFile, folder: string): ReadFile => ({
    ...file,
    folder,
    reading: { ...file.reading, fileType, documents: file.reading.documents.map((info) => ({ ...info, fileType })) },
  });
  return { openLines, files: [typed(one.file, 'one'), typed(two.file, 'two')] };
}

function compare({ openLines, files }: ReturnType<typeof pair>, question = 'What changed?') {
  return createInvestigator({ openLines })(
    { files, question, mode: 'deep', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
}

it('tells what is new, gone and slower in the second log, with lines of both', async () => {
  const before = log((index) =>
    index % 60 === 5 ? 'ERROR cache: eviction failed for shard a' : `INFO api: served in ${20 + (index % 7)} ms`,
  );
  const after = log((index) =>
    index % 50 === 5 ? 'ERROR db: connection refused by 10.0.0.9' : `INFO api: served in ${80 + (index % 7)} ms`,
  );
  const report = await compare(pair(before, after, ['good.log', 'bad.log']));
  expect(report.verdict).toBe('CONFIRMED');
  expect(report.answer).toMatch(/New: .*connection refused by 10\.0\.0\.9/);
  expect(report.answer).toMatch(/Gone: .*eviction failed for shard a/);
  expect(report.answer).toMatch(/is slower: the median is 83 ms, was 23 ms/);
  expect(new Set(report.citations.map((citation) => citation.file))).toEqual(new Set(['good.log', 'bad.log']));
});

it('names the file where both hold a document of one name', async () => {
  const before = log(() => 'INFO api: ok');
  const after = log((index) => (index === 300 ? 'ERROR api: disk full: no space left on device' : 'INFO api: ok'));
  const report = await compare(pair(before, after, ['app.log', 'app.log']));
  expect(report.answer).toContain('#2 › app.log:301');
  expect(report.citations.find((citation) => citation.excerpt.includes('no space left'))?.line_start).toBe(301);
});

it('says what changed in a configuration and keeps secrets to itself', async () => {
  const before =
    'hostname r1\ninterface eth0\n ip address 10.0.0.1 255.255.255.0\nsnmp-server community topsecret ro\n';
  const after = 'hostname r1\ninterface eth0\n ip address 10.0.0.2 255.255.255.0\nsnmp-server community changed1 ro\n';
  const report = await compare(pair(before, after, ['live.cfg', 'candidate.cfg'], 'config'));
  expect(report.answer).toContain('10.0.0.2');
  expect(report.answer).toContain('10.0.0.1');
  expect(report.answer).not.toMatch(/topsecret|changed1/);
});

it('does not make up a difference between a log and itself', async () => {
  const text = log((index) => (index % 60 === 5 ? 'ERROR cache: eviction failed' : 'INFO api: ok'));
  const report = await compare(pair(text, text, ['a.log', 'b.log']));
  expect(report.verdict).toBe('INCONCLUSIVE');
  expect(report.cause).toBe('No relevant difference between these files');
});

it('quotes no line of a configuration that holds a secret', async () => {
  const text = 'interface Vlan1\n standby 1 authentication hidden99\n standby 1 ip 10.0.0.1\n';
  const { files, openLines } = pair(text, text, ['a.cfg', 'b.cfg'], 'config');
  const investigate = createInvestigator({ openLines });
  const report = await investigate(
    {
      files: [files[0]!],
      question: 'Find standby',
      mode: 'quick',
      signal: new AbortController().signal,
      budgetMs: 60_000,
    },
    () => {},
  );
  expect(report.answer).toContain('standby 1 ip 10.0.0.1');
  expect(JSON.stringify(report)).not.toContain('hidden99');
});

it('finds the settings a program printed into its log, and puts a fourfold latency into the headline', async () => {
  const start = (pool: number, ttl: string, threads: number) =>
    [
      `${stamp(0)} INFO boot: effective configuration:`,
      `    db.pool.size = ${pool}`,
      '    region: eu-1',
      `    db.password = ${pool}secret`,
      `${stamp(1)} INFO config: cache.ttl=${ttl} retries=3`,
      `${stamp(1)} INFO main: started with options {threads: ${threads}, mode: fast}`,
    ].join('\n');
  const requests = (ms: number) => log((index) => `INFO web: GET /items/${index} 200 in ${ms + (index % 7)}ms`);
  const trouble = log((index) => (index === 9 ? 'ERROR mail: relay refused the message' : 'INFO mail: sent'));
  const report = await compare(
    pair(`${start(50, '300s', 16)}\n${requests(120)}\n${trouble}`, `${start(10, '30s', 16)}\n${requests(480)}`, [
      'a.log',
      'b.log',
    ]),
  );
  const [headline = ''] = report.answer.split('\n');
  expect(headline).toContain('3 configuration changes');
  expect(headline).toMatch(/slower: the median is 483 ms, was 123 ms/);
  expect(report.answer).toContain('`db.pool.size = 10`, was `db.pool.size = 50`');
  expect(report.answer).toContain('`cache.ttl = 30s`, was `cache.ttl = 300s`');
  expect(report.answer).not.toMatch(/threads = |region|retries = |\d0secret/);
  expect(report.citations).toContainEqual(expect.objectContaining({ file: 'b.log', line_start: 2 }));
});

it('compares a duration that is printed in milliseconds here and in seconds there', async () => {
  const took = (words: string) => log((index) => `INFO web: request ${index} took ${words}`);
  const report = await compare(pair(took('310ms'), took('1.24s'), ['a.log', 'b.log']));
  expect(report.answer).toMatch(/`took` of `web` is slower: the median is 1\.24 s, was 310 ms/);
});

it('takes nothing for a setting that differs on every line, or where only one log begins with the start', async () => {
  const events = (first: number) =>
    log((index) => `INFO web: option chosen session=${first + index} user=u${first + index}`);
  const report = await compare(pair(events(1), events(9_000), ['a.log', 'b.log']));
  expect(report.answer).not.toContain('Setting');
  const started = `${stamp(0)} INFO config: pool=5\n${log(() => 'INFO web: ok')}`;
  const late = await compare(
    pair(
      started,
      log(() => 'INFO web: ok'),
      ['a.log', 'b.log'],
    ),
  );
  expect(late.answer).not.toContain('Setting');
});
