import { expect, it } from 'vitest';
import { decideContent } from '../../../src/bot/cases/collect-file.ts';
import { decideAwait } from '../../../src/bot/cases/decide-await.ts';
import { decideMessage, isQuestion } from '../../../src/bot/cases/decide-message.ts';
import { findIssueKeys, findTicketKeys } from '../../../src/bot/cases/issue-keys.ts';
import { dueKeyWarning, keyLifetimeMs } from '../../../src/bot/cases/key-expiry.ts';
import type { ChatMessage } from '../../../src/bot/cases/ports.ts';
import { toQuery } from '../../../src/bot/cases/query.ts';
import { nameInWords, skipWords } from '../../../src/bot/cases/sentences.ts';

const file = { id: 'F1', name: 'a.log', sizeBytes: 1, mimeType: undefined };

function message(changes: Partial<ChatMessage>): ChatMessage {
  return {
    team: 'T',
    channel: 'C',
    ts: '2',
    threadTs: '2',
    text: '',
    spoken: changes.text ?? '',
    urls: [],
    mentionsBot: false,
    mentionsOthers: false,
    author: { kind: 'person', id: 'U' },
    files: [],
    ...changes,
  };
}

const home = { isDirect: false, isAtHome: true, issueKeys: [], noLogs: new Map() };
const abroad = { isDirect: false, isAtHome: false, issueKeys: [], noLogs: new Map() };

it.each([
  ['own files', { files: [file], author: { kind: 'own_bot', id: 'B' } }, home, 'ignore'],
  ['files without a mention', { files: [file] }, abroad, 'take-files'],
  ['files of another bot at the top', { files: [file], author: { kind: 'other_bot', id: 'B' } }, abroad, 'take-files'],
  [
    'files of another bot in a thread',
    { files: [file], threadTs: '1', author: { kind: 'other_bot', id: 'B' } },
    home,
    'ignore',
  ],
  ['words of another bot', { text: 'why?', mentionsBot: true, author: { kind: 'other_bot', id: 'B' } }, home, 'ignore'],
  ['a question in the thread', { text: 'why?', threadTs: '1' }, home, 'follow-up'],
  ['a question to somebody else', { text: 'why?', threadTs: '1', mentionsOthers: true }, home, 'ignore'],
  ['thanks in the thread', { text: 'thank you', threadTs: '1' }, home, 'ignore'],
  ['a mention in the thread', { text: 'the second crash', threadTs: '1', mentionsBot: true }, home, 'follow-up'],
  ['a question elsewhere', { text: 'why?' }, abroad, 'ignore'],
  ['a mention elsewhere', { text: 'hello', mentionsBot: true }, abroad, 'help'],
  [
    'a mention with a ticket',
    { text: 'PROJ-7 why?', mentionsBot: true },
    { ...abroad, issueKeys: ['PROJ-7'] },
    'ask-ticket',
  ],
  ['a mention in a thread of others', { text: 'why?', threadTs: '1', mentionsBot: true }, abroad, 'follow-up'],
  ['a call for help in the thread', { text: 'help', threadTs: '1', mentionsBot: true }, home, 'help'],
  ['a direct message', { text: 'hello' }, { ...abroad, isDirect: true }, 'help'],
] as const)('%s: %s', (_, changes, knowledge, expected) => {
  expect(decideMessage(message(changes as Partial<ChatMessage>), knowledge).do).toBe(expected);
});

it.each([
  ['deep when did it begin?', 'when did it begin?'],
  ['Deep: how many are there', 'how many are there'],
  ['deep sleep lasts how long?', 'deep sleep lasts how long?'],
])('deep before a question to the bot asks nothing itself: %s', (text, question) => {
  const decision = decideMessage(message({ text, threadTs: '1', mentionsBot: true }), home);
  expect(decision).toEqual({ do: 'follow-up', question });
});

it('tells the files it can take from those it cannot', () => {
  const decision = decideMessage(message({ files: [file, { ...file, name: 'b', skip: 'external' }] }), abroad);
  expect(decision).toEqual({ do: 'take-files', take: [file], skip: [{ name: 'b', words: skipWords('external') }] });
});

it('knows a question by its mark or its first word', () => {
  expect(['show the crash', 'Is it a leak', 'which?', 'and then, why? x'].map(isQuestion)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['ok', 'looking', 'https://x.example/?a=b'].map(isQuestion)).toEqual([false, false, false]);
});

it('finds ticket keys as words of their own', () => {
  expect(findIssueKeys('PROJ-12, (AB2-3) PROJ-12 xPROJ-9 PROJ-0 A-1 proj-5 PROJ-7-rc1')).toEqual(['PROJ-12', 'AB2-3']);
  const linked = findTicketKeys({ text: 'see', urls: ['http://j/browse/proj-3'] }, () => 'proj-3');
  expect(linked).toEqual(['PROJ-3']);
});

const time = { nowMs: 100_000, sinceMs: 0, deadlineMs: 7_200_000 };

it('believes COMPLETED alone, and waits for words it does not know', () => {
  expect(decideAwait({ kind: 'completed' }, {}, time).do).toBe('ready');
  expect(decideAwait({ kind: 'in_progress', word: 'NEW', isKnown: false }, {}, time).do).toBe('wait');
  expect(decideAwait({ kind: 'in_progress', word: '', isKnown: false }, {}, { ...time, nowMs: 7_200_000 }).do).toBe(
    'fail',
  );
});

it('gives up at once on a final failure, after three more looks where nothing is promised, after an hour else', () => {
  const failed = (canRetry: boolean | undefined) => ({ kind: 'failed' as const, canRetry, reason: 'damaged' });
  expect(decideAwait(failed(false), {}, time)).toMatchObject({ do: 'fail', isFinal: true });
  expect(decideAwait(failed(undefined), { failed: { polls: 2, sinceMs: 0 } }, time).do).toBe('wait');
  expect(decideAwait(failed(undefined), { failed: { polls: 3, sinceMs: 0 } }, time)).toMatchObject({
    do: 'fail',
    isFinal: false,
  });
  expect(decideAwait(failed(true), {}, time)).toMatchObject({ do: 'wait', tell: true });
  expect(decideAwait(failed(true), { failed: { polls: 1, sinceMs: 0 } }, time)).toMatchObject({
    do: 'wait',
    tell: false,
  });
  expect(decideAwait(failed(true), { failed: { polls: 9, sinceMs: 0 } }, { ...time, nowMs: 3_600_000 }).do).toBe(
    'fail',
  );
});

it('calls a file lost only after three looks over a minute', () => {
  expect(decideAwait(undefined, {}, time).do).toBe('wait');
  expect(decideAwait(undefined, { missing: { polls: 2, sinceMs: 60_000 } }, time).do).toBe('wait');
  expect(decideAwait(undefined, { missing: { polls: 2, sinceMs: 30_000 } }, time).do).toBe('lost');
});

it('uploads known bytes again only where another service is asked or the way there failed', () => {
  const known = { state: 'completed' as const, service: 'a', generation: 3, failure: null };
  expect(decideContent(undefined, 'a')).toEqual({ do: 'upload', generation: 1 });
  expect(decideContent(known, 'a')).toEqual({ do: 'wait', generation: 3 });
  expect(decideContent(known, 'b')).toEqual({ do: 'upload', generation: 4 });
  expect(decideContent({ ...known, state: 'failed' }, 'a')).toEqual({ do: 'upload', generation: 4 });
  expect(decideContent({ ...known, state: 'failed', failure: 'is encrypted' }, 'a')).toEqual({
    do: 'fail',
    reason: 'is encrypted',
  });
});

it('asks in a person’s words, openly without any, and never more than a service takes', () => {
  expect(toQuery(' why\u0000? ')).toBe('why ?');
  expect(toQuery(' \n🔥 ')).toContain('root cause');
  expect(toQuery('x'.repeat(9_000))).toHaveLength(3_900);
});

it('warns of a key’s end at 14, 7, 3, 1 and 0 days, each once', () => {
  const at = (daysLeft: number) => keyLifetimeMs - daysLeft * 86_400_000;
  expect(dueKeyWarning(0, null, at(15))).toBeNull();
  expect(dueKeyWarning(0, null, at(13.5))).toBe(14);
  expect(dueKeyWarning(0, 14, at(13))).toBeNull();
  expect(dueKeyWarning(0, 14, at(6))).toBe(7);
  expect(dueKeyWarning(0, 7, at(0.5))).toBe(1);
  expect(dueKeyWarning(0, 1, at(-1))).toBe(0);
  expect(dueKeyWarning(0, 0, at(-50))).toBeNull();
});

it('makes a hostile name fit for a sentence', () => {
  expect(nameInWords('a\u202egol.exe\n\u0000b')).toBe('a gol.exe b');
  expect(nameInWords('\n')).toBe('a file without a name');
  expect(nameInWords('x'.repeat(500)).length).toBeLessThan(130);
});
