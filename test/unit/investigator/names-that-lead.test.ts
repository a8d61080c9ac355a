import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 2, 20, 14, 0, second)).toISOString();
const lines = (message: (index: number) => string) =>
  Array.from({ length: 60 }, (_, index) => `${clock(index * 37)} ${message(index)}`);
const some = (all: readonly string[], index: number) => all[index % all.length] ?? '';

const ask = askLogs({
  machines: [
    'machines.log',
    lines(
      (index) =>
        `${some(['FILE02', 'DC02', 'SQL01'], index * index)} ${some(['service spooler stopped', 'disk check finished'], index)}`,
    ),
  ],
  cells: ['cells.log', lines((index) => `ws|${some(['LEI-101', 'BER-202'], index)}|RX|frame of ${100 + index} bytes`)],
  services: [
    'services.log',
    lines(
      (index) =>
        `The ${some(['Print Spooler', 'Windows Update', 'Task Scheduler'], index)} service entered the ${some(['stopped', 'running'], Math.floor(index / 3))} state.`,
    ),
  ],
  threads: [
    'threads.log',
    lines((index) => {
      const how = index % 7 === 0 ? 'failed: payment timeout' : 'shipped';
      return `INFO [worker-${index % 7 === 0 ? 3 : index % 5}] order ${5000 + index} ${how} region eu-${index % 4}`;
    }),
  ],
});

it.each([
  ['machines', 'which host has the most lines?', 'DC02: 40 lines'],
  ['cells', 'bytes of BER-202 in total', '3,900 bytes'],
  ['services', 'was the Print Spooler service stopped at 14:00:30?', 'Yes, Print Spooler was stopped then'],
  ['services', 'which service stopped last?', 'Task Scheduler'],
  ['threads', 'which worker failed most often?', 'worker-3: 9 '],
] as const)('names that messages begin with: %s "%s"', async (log, question, told) => {
  expect((await ask(log, question)).headline).toContain(told);
});
