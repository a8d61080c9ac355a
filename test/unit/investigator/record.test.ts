import { expect, it } from 'vitest';
import { ask as askLog } from './made-log.ts';

const ask = (lines: readonly string[], question: string) => askLog(`${lines.join('\n')}\n`, question);

const line = (time: string, text: string) => `2026-05-12 ${time} INFO app: ${text}`;
const steady = Array.from({ length: 120 }, (_, n) =>
  line(`06:${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`, `order ${n} shipped`),
);

it('tells whether the times of the lines go forward, and by how much they go back', async () => {
  expect((await ask(steady, 'are the timestamps in order?')).answer).toContain(
    'Yes: the times of its lines never go back',
  );
  const mixed = [...steady.slice(0, 60), line('06:10:00', 'late order 7 shipped'), ...steady.slice(60)];
  const { answer, citations } = await ask(mixed, 'are the lines in chronological order?');
  expect(answer).toContain('No: at 1 line the time goes back, by 19 min 30 s at most');
  expect(citations[0]).toMatchObject({ line_start: 60, line_end: 61 });
  for (const question of ['Do the timestamps of this file make sense?', 'can I trust the times in here?'])
    expect((await ask(mixed, question)).answer).toMatch(
      /by 19 min 30 s at most, from 2026-05-12 06:29:30.* to 2026-05-12 06:10:00/,
    );
});

it('tells span, first line and rare lines, which no line states', async () => {
  expect((await ask(steady, 'what time span does this log cover?')).answer).toContain('59 min 30 s, 120 lines');
  expect((await ask(steady, 'what is the first line of the file?')).answer).toContain('order 0 shipped');
  const odd = [...steady, line('07:00:00', 'flux capacitor recalibrated')];
  expect((await ask(odd, 'what is the rarest message?')).answer).toContain('flux capacitor recalibrated');
});

it('does not take the absence of an everyday noun for the absence of trouble', async () => {
  const failing = [
    ...steady,
    ...Array.from({ length: 30 }, (_, n) => `2026-05-12 07:00:${10 + n} ERROR app: disk full, order ${n} lost`),
  ];
  for (const question of ['any problem on the device?', 'anything wrong with the web server?']) {
    const { answer } = await ask(failing, question);
    expect(answer).toContain('disk full');
    expect(answer).not.toContain('not in this file');
  }
});

it('refuses to compute only what is a number', async () => {
  const failing = [...steady, ...Array.from({ length: 3 }, (_, n) => `2026-05-12 07:00:1${n} ERROR app: disk full`)];
  expect((await ask(failing, 'how many distinct errors are there?')).answer).toMatch(/1 distinct error/);
  expect((await ask(steady, 'what is the median heap usage?')).verdict).toBe('INCONCLUSIVE');
});
