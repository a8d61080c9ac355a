import { describe, expect, it } from 'vitest';
import type { DocumentInfo } from '../../../src/service/formats/reading.ts';
import { literal, plainWord } from '../../../src/service/investigator/words/asked-word.ts';
import { tallyWords } from '../../../src/service/investigator/words/tally-words.ts';
import { stemOf } from '../../../src/service/investigator/words/word-forms.ts';
import type { OpenDocument } from '../../../src/service/lines/open-document.ts';
import { textDocument } from './text-document.ts';

const { signal } = new AbortController();

async function tally(lines: readonly string[], words: Parameters<typeof tallyWords>[1]) {
  const info: DocumentInfo = {
    name: 'a.log',
    fileType: 'log',
    path: 'a.log',
    sizeBytes: 1,
    lines: lines.length,
    clock: 'none',
  };
  return tallyWords(textDocument(info, lines.join('\n')), words, signal);
}

describe('words of a question in a file', () => {
  it('counts a word in all its forms, in parts of joined names, but not in longer words', async () => {
    const found = await tally(
      ['Failed password', 'login failure', 'onFailedLogin()', 'failover done', 'job_failed=1', 'nothing', 'unfailing'],
      [plainWord('failures')],
    );
    expect([...found.words[0]!.whole.lines]).toEqual([1, 2, 3, 5]);
    expect([...found.words[0]!.begins.lines]).toEqual([4]);
    expect([...found.words[0]!.inside.lines]).toEqual([7]);
  });

  it('finds words that stand side by side as the file spells them, also where the question turns them round', async () => {
    const found = await tally(
      [
        'Failed password for a',
        'Failed password for b',
        'failed_password=3',
        'password check failed',
        'passwordFailure',
      ],
      [plainWord('password'), plainWord('failures')],
    );
    expect(found.phrases.map(({ text, lines }) => [text, [...lines]])).toEqual([
      ['Failed password', [1, 2]],
      ['failed_password', [3]],
      ['passwordFailure', [5]],
    ]);
  });

  it('takes no part of an id, of a checksum or of another number for what was asked', async () => {
    const found = await tally(
      [
        'corrected ECC',
        'uid by 0x3ecc1',
        'session 5850eccb closed',
        'order 8841298',
        'order 88412981',
        'took 404ms',
        '404 not found',
      ],
      [literal('ECC'), literal('8841298'), literal('404')],
    );
    expect(found.words.map(({ whole }) => [...whole.lines])).toEqual([[1], [4], [7]]);
    expect([...found.words[0]!.inside.lines]).toEqual([2, 3]);
  });

  it('takes words as people say them for words as logs print them', async () => {
    const found = await tally(['request timed out', 'read Timeout', 'time to go'], [plainWord('timeouts')]);
    expect([...found.words[0]!.whole.lines]).toEqual([1, 2]);
  });

  it('finds words beyond ASCII in either case', async () => {
    const found = await tally(
      ['ÜBERLAST im Netz', 'Überlast', '接続できません'],
      [plainWord('überlast'), plainWord('接続')],
    );
    expect(found.words.map(({ whole }) => [...whole.lines])).toEqual([[1, 2], [3]]);
  });

  it('counts the same lines in pieces of bytes as in lines of text', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `line ${i} ${i % 7 === 0 ? 'refused connection' : 'ok'}`);
    const text = `${lines.join('\n')}\n`;
    const bytes = new TextEncoder().encode(text);
    const info = { name: 'a', fileType: 'log', path: 'a', sizeBytes: bytes.length, lines: 500, clock: 'none' } as const;
    const words = [plainWord('connections'), plainWord('refused')];
    const plain = textDocument(info, text);
    const cut = bytes.indexOf(10, 3000) + 1;
    const inPieces: OpenDocument = {
      ...plain,
      async *pieces() {
        yield { bytes: bytes.subarray(0, cut), end: cut };
        yield { bytes: bytes.subarray(cut), end: bytes.length - cut };
      },
    };
    const expected = Array.from({ length: 500 }, (_, i) => i + 1).filter((line) => (line - 1) % 7 === 0);
    for (const document of [plain, inPieces]) {
      const found = await tallyWords(document, words, signal);
      expect([...found.words[0]!.whole.lines]).toEqual(expected);
      expect([...found.phrases[0]!.lines]).toEqual(expected);
    }
  });
});

it.each([
  ['failed', 'failures'],
  ['retries', 'retrying'],
  ['dropped', 'drop'],
  ['connection', 'connected'],
  ['denied', 'denies'],
  ['crashes', 'crashing'],
])('takes %s and %s for one word', (a, b) => {
  expect(stemOf(a)).toBe(stemOf(b));
});

it.each([
  ['users', 'used'],
  ['session', 'sessile'],
  ['status', 'state'],
  ['constructor', 'construct'],
])('takes %s and %s for two words', (a, b) => {
  expect(stemOf(a)).not.toBe(stemOf(b));
});
