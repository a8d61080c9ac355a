import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What people complain of in such bots, and what they miss: each has a scenario that begins with its words. */
const complaints = [
  'files ignored without a word; only the first of several read',
  'zip, pcap, anything over 10 MB refused',
  'download returned a login page and the bot analysed the HTML',
  'long answers vanish',
  'silence instead of an error',
  'must mention the bot again in a thread',
  'answered twice (mention and message), or the dedupe swallowed the only event',
  'bot answers itself',
  '"working on it" for ever after a restart',
  'deleting the message does not cancel the run',
  'no Jira Data Center',
  'raw Markdown in Jira comments',
  'internal findings visible to customers on service desks',
  'channel noise',
  'causes stated without proof',
  'private files answered in public channels; guests',
  'buttons work only with the vendor’s cloud',
  'digests nobody reads',
  'duplicates of one crash filed forty times',
  'wrong automatic close',
  'missing logs asked for by hand',
  'no comparison of a good and a bad capture',
];
const ideas = [
  'any file, never silent',
  'one file, one analysis everywhere',
  'signature memory with regressions',
  'charts in the message',
  'checked evidence, 20 lines around',
  'a verdict with rules',
  'ask for the missing log',
  'before and after',
  'the ticket as the question',
  'privacy gate',
  'service-desk safe',
  'restart-proof',
  'reconciliation, and the same code as backfill',
  'why',
  'a digest that is a queue',
  'shadow mode',
  'credential health',
  'a stable signature in the ticket',
  'works with no account',
  'stand-ins that hold other people’s bots to the limits',
];

const sources = globSync(join(import.meta.dirname, '{scenario,contract}', '*.test.ts')).map((path) =>
  readFileSync(path, 'utf8'),
);

it.each([...complaints, ...ideas])('"%s" has a scenario of its own', (words) => {
  const begins = ['it', 'test'].map((name) => `${name}('${words}: `);
  const lines = sources.flatMap((source) => source.split('\n')).map((line) => line.trim());
  expect(lines.filter((line) => begins.some((begin) => line.startsWith(begin)))).toHaveLength(1);
});
