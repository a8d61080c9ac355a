import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const mongod = [
  '2026-03-02T09:00:00.100Z INFO  storage: opening data folder /srv/db',
  '2026-03-02T09:00:00.180Z ERROR storage: old lock file /srv/db/mongod.lock, unclean shutdown of process 4711',
  '2026-03-02T09:00:00.181Z INFO  storage: terminating',
  '2026-03-02T09:05:00.000Z INFO  supervisor: storage is gone',
];
const search = [
  '2026-03-02T09:00:00.100Z INFO  node es1: starting',
  '2026-03-02T09:00:01.100Z ERROR node es1: heap of 31 GB is more than the host has',
  '2026-03-02T09:00:01.200Z INFO  node es1: stopped',
];

const ask = askLogs({ mongod: ['mongod.log', mongod], search: ['search.log', search] });

// What tells of a trouble is explained, however it is put; what asks for a time or a figure is not.
it.each([
  ['mongod', 'Unclean shutdown detected. How to resolve this?', 'old lock file'],
  ['mongod', 'The database does not come up. How do I fix it?', 'old lock file'],
  ['mongod', 'When starting the database after the power cut, I get an error', 'old lock file'],
  ['search', 'Search stuck in restarting state', 'heap of 31 GB'],
])('%s: "%s" is about %s', async (file, report, cause) => {
  const told = await ask(file as 'mongod', report);
  expect(told.headline).toContain(cause);
  expect(told.verdict).not.toBe('INCONCLUSIVE');
});

// Its lines state a level, so that none of one is none.
it.each(['how many fatal errors were there?', 'how many errors in the last minute?'])(
  '"%s" is none',
  async (question) => {
    const told = await ask('mongod', question);
    expect(told.headline).toMatch(/\b(?:0|No|None)\b/);
    expect(told.verdict).toBe('CONFIRMED');
  },
);

it('still reads a question when', async () => {
  const told = await ask('search', 'when did es1 stop?');
  expect(told.headline).toContain('09:00:01');
});
