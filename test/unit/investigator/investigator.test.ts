import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/service/formats/reading.ts';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import type { InvestigationEvent } from '../../../src/service/investigator/report.ts';
import { incidents } from './incident-logs.ts';
import { textFile } from './text-document.ts';

const incident = incidents()[1]!;

function run(question: string, mode: 'quick' | 'deep' = 'deep', log = incident.log, findings: Finding[] = []) {
  const { file, openLines } = textFile({ 'app.log': log }, { findings });
  const events: InvestigationEvent[] = [];
  const report = createInvestigator({ openLines })(
    { files: [file], question, mode, signal: new AbortController().signal, budgetMs: 60_000 },
    (event) => events.push(event),
  );
  return { report, events };
}

it('says the same about the same file and question', async () => {
  const hash = async () =>
    createHash('sha256')
      .update(JSON.stringify(await run('why is it slow?').report))
      .digest('hex');
  expect(await hash()).toBe(await hash());
});

it('tells its plan, its stages and its steps, and the answer in chunks that join to it', async () => {
  const { report, events } = run(incident.question);
  const { answer, steps } = await report;
  expect(events[0]).toEqual({ type: 'stage', name: 'plan', status: 'started' });
  expect(events.find((event) => event.type === 'query_intent')).toMatchObject({ intent: 'question' });
  const chunks = events.filter((event) => event.type === 'report_chunk');
  expect(chunks.map((chunk) => chunk.index)).toEqual(chunks.map((_, index) => index));
  expect(chunks.map((chunk) => chunk.text).join('')).toBe(answer);
  expect(events.filter((event) => event.type === 'step').length).toBeGreaterThanOrEqual(1);
  expect(steps.map((step) => step.n)).toEqual(steps.map((_, index) => index + 1));
});

it('tells no steps in quick mode', async () => {
  const { report, events } = run(incident.question, 'quick');
  await report;
  expect(events.some((event) => event.type === 'step')).toBe(false);
});

it('drops a claim whose lines are not in the file, counts it, and claims no cause on it', async () => {
  const finding: Finding = {
    rule: 'kernel.oops',
    title: 'BUG: made up',
    explanation: 'Not there.',
    severity: 'critical',
    role: 'cause',
    certainty: 'certain',
    count: 1,
    evidence: [{ document: 'app.log', lineStart: 999_999, lineEnd: 999_999 }],
  };
  const report = await run('', 'quick', 'INFO a\nINFO b\nINFO c\n', [finding]).report;
  expect(report.droppedClaims).toBeGreaterThan(0);
  expect(report.verdict).toBe('INCONCLUSIVE');
  expect(report.answer).toContain('**INCONCLUSIVE');
  expect(report.findings).toEqual([]);
});

it('stops when it is told to', async () => {
  const { file, openLines } = textFile({ 'app.log': incident.log });
  const controller = new AbortController();
  controller.abort();
  const stopped = createInvestigator({ openLines })(
    { files: [file], question: '', mode: 'quick', signal: controller.signal, budgetMs: 1000 },
    () => {},
  );
  await expect(stopped).rejects.toThrow();
});

it('answers also when its time is up at once', async () => {
  const { file, openLines } = textFile({ 'app.log': incident.log });
  let now = 0;
  const investigate = createInvestigator({ openLines, elapsedMs: () => (now += 10_000) });
  const report = await investigate(
    { files: [file], question: 'why?', mode: 'quick', signal: new AbortController().signal, budgetMs: 100 },
    () => {},
  );
  expect(report.answer).toMatch(/^\*\*INCONCLUSIVE/);
});

it.each([
  '',
  ' ',
  'why?',
  '???',
  'ERROR',
  'a'.repeat(5000),
  '(((((',
  '"unclosed',
  'between 25:99 and 99:99',
  '\u0000\u202e',
  'SELECT * FROM x WHERE 1=1; -- `',
  'часы 14:30 почему упало?',
])('has an answer to %j', async (question) => {
  const report = await run(question, 'quick', 'INFO a\nERROR b failed\nINFO c\n').report;
  expect(report.answer.length).toBeGreaterThan(20);
});

it.each([
  '',
  '\n\n\n',
  '\u0000\u0001\ufffd',
  `${'x'.repeat(100_000)}\nERROR end`,
  '{"level":"error"',
  `{"message":"${'{'.repeat(2000)}"}`,
  '2026-99-99 99:99:99 ERROR x',
  'ERROR \r\nERROR \r\n',
])('reads a file of %j without falling over', async (log) => {
  const report = await run('What is wrong?', 'deep', log).report;
  expect(report.answer.startsWith('**')).toBe(true);
});
