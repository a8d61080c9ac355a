import { expect, it } from 'vitest';
import { withToldBefore } from '../../../src/core/told-before.ts';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number, text: string) => `2026-11-20 14:${String(minute).padStart(2, '0')}:00 ${text}`;
const pool = [
  at(2, 'INFO  main: start v4.2'),
  ...[3, 4, 5, 6, 7, 8, 9].map((minute) => at(minute, `INFO  worker: job ${minute} done in 21 ms`)),
  at(12, 'ERROR db: connection pool exhausted (20 of 20 in use)'),
  at(13, 'ERROR db: connection pool exhausted (20 of 20 in use)'),
  at(14, 'FATAL main: giving up after 3 retries'),
];
const oops = [
  '[  100.000000] usb 1-1: heartbeat 1',
  '[  100.500000] usb 1-1: heartbeat 2',
  '[  260.003000] BUG: kernel NULL pointer dereference, address: 0000000000000018',
  '[  260.003020] Oops: 0000 [#1] PREEMPT SMP',
  '[  260.003040] RIP: 0010:foo_drv_irq+0x1c/0x90 [foo]',
  '[  260.003050] Call Trace:',
  '[  260.003070]  foo_drv_irq+0x1c/0x90 [foo]',
];
const quiet = [1, 2, 3, 4, 5].map((minute) => at(minute, `INFO  worker: job ${minute} done in 21 ms`));
const ask = askLogs({
  pool: ['app.log', pool],
  oops: ['dmesg.txt', oops],
  quiet: ['quiet.log', quiet],
});

it.each([
  ['pool', 'when did it begin?', '14:12:00, line 9'],
  ['pool', 'When did the problem start?', '14:12:00, line 9'],
  ['pool', 'since when?', '14:12:00, line 9'],
  ['oops', 'when did it start?', 'line 3'],
  ['oops', 'when did it begin', 'line 3'],
])('"it" is what went wrong, where nothing was told before: in %s, %s', async (log, question, told) => {
  const { verdict, headline } = await ask(log, question);
  expect(headline).toContain(told);
  expect(verdict).toBe('LIKELY');
});

it('is what was told before, else', async () => {
  const question = withToldBefore('And when did it begin?', { cause: '7 jobs done', file: 'app.log', line: 4 });
  expect((await ask('pool', question)).headline).toContain('14:03:00, line 2');
});

it('is what lines say that start, where they do', async () => {
  expect((await ask('pool', 'when did it start?')).headline).toContain('14:02:00, line 1');
});

it('is nothing, where nothing went wrong', async () => {
  const { verdict, headline } = await ask('quiet', 'when did it begin?');
  expect(verdict).toBe('INCONCLUSIVE');
  expect(headline).toContain('Nothing in this file');
});

it.each(['show me line 9', 'Can you show the line number 9?', 'what does line 9 say?'])(
  '%s shows that line',
  async (question) => {
    const { verdict, answer } = await ask('pool', question);
    expect(verdict).toBe('CONFIRMED');
    expect(answer).toContain(pool[8]);
  },
);
