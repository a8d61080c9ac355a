import { expect, it } from 'vitest';
import { isBareNote, writtenOut } from '../../../src/service/investigator/parse/shorthand.ts';

it.each([
  ['5xx after 12:00', 'how many 5xx after 12:00', false],
  ['logins 07:00-10:00', 'how many logins between 07:00 and 10:00', false],
  ['requests/min 08-18', 'how many requests per minute between 08:00 and 18:00', false],
  ['gateway: readiness failures', 'how many readiness failures of gateway', false],
  ['queries > 5 s', 'how many queries above 5 s', false],
  ['handshake failures, count', 'how many handshake failures', false],
  ['new cache value', 'what is the new cache value', false],
  ['login failures', 'how many login failures', true],
  ['disk errors on node-3', 'how many disk errors on node-3', true],
])('writes %s out as %s', (note, question, isTitle) => {
  expect(writtenOut(note)).toMatchObject({ questions: expect.arrayContaining([question]), isTitle });
});

it.each([
  'Server down since 9am',
  'crash at 14:05',
  'Build fails with exit code 1',
  'why did the job fail',
  'max memory of worker-2',
  'The screen closes by itself.',
])('leaves %s as it is', (text) => {
  expect(writtenOut(text)).toBeUndefined();
});

it('takes a caption of the file for none', () => {
  expect(isBareNote('rainfall in millimetres')).toBe(true);
  expect(isBareNote('logs from node 3')).toBe(false);
  expect(isBareNote('it stops when I plug it in')).toBe(false);
});
