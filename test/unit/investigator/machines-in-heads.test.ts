import { describe, expect, it } from 'vitest';
import { layoutOfHeads } from '../../../src/service/lines/layouts/line-layout.ts';
import { askLogs } from '../../support/ask-logs.ts';

const machines = ['web01', 'web02', 'db01'];
const failed = [3, 5, 7, 11, 13];
const events = Array.from({ length: 24 }, (_, index) => {
  const isBackup = index % 2 === 1;
  const said = !isBackup
    ? `request ${8000 + index} served`
    : failed.includes(index)
      ? `job ${500 + index} failed: disk full`
      : `job ${500 + index} finished`;
  return {
    at: new Date(Date.UTC(2026, 2, 4, 8, index)).toISOString(),
    // All but one of the jobs that failed ran on db01.
    host: failed.includes(index) && index !== 13 ? 'db01' : (machines[index % 2] ?? ''),
    program: isBackup ? 'backupd' : 'httpd',
    level: failed.includes(index) ? 'ERROR' : 'INFO',
    said,
  };
});

/** One log, as programs and their daemons write it in other heads. */
const styles: Record<string, (one: (typeof events)[number]) => string> = {
  'level before machine': ({ at, host, program, level, said }) => `${at} ${level} ${host} ${program}: ${said}`,
  'machine before level': ({ at, host, program, level, said }) => `${at} ${host} ${level} ${program}: ${said}`,
  'process behind program': ({ at, host, program, said }) => `${at} ${host} ${program}[411]: ${said}`,
  brackets: ({ at, host, program, level, said }) => `[${at}] [${host}] [${level}] [${program}] ${said}`,
  bars: ({ at, host, program, level, said }) => `${at} | ${host} | ${level} | ${program} | ${said}`,
  'RFC 5424': ({ at, host, program, level, said }) =>
    `<${level === 'INFO' ? 14 : 11}>1 ${at} ${host} ${program} 411 - - ${said}`,
};

const ask = askLogs(
  Object.fromEntries(Object.entries(styles).map(([name, style]) => [name, ['machines.log', events.map(style)]])),
);

describe.each(Object.keys(styles))('lines of several machines, %s', (style) => {
  it.each([
    ['which host had the most failed jobs?', /db01.*4 jobs/],
    ['how many jobs of backupd failed?', /\b5 jobs/],
    ['most common reason of failed jobs', /disk full.*5/],
  ])('%s', async (question, answer) => {
    expect((await ask(style, question)).headline).toMatch(answer);
  });
});

it.each([
  ['threads', (index: number) => `INFO [worker-${index % 2}] scheduler: run ${index} done`],
  ['ids', (index: number) => `INFO [order-${7000 + index}] shop: order placed`],
  ['sentences', (index: number) => `INFO cache-${index % 2} is at ${index}: nothing to do`],
])('takes %s for no machines', (_, said) => {
  const lines = Array.from({ length: 20 }, (__, index) => `2026-03-04T08:00:${index + 10}Z ${said(index)}`);
  expect(layoutOfHeads(lines)?.head?.(lines[0] ?? '')?.host).toBeUndefined();
});
