import { describe, expect, it } from 'vitest';
import { withoutTalk } from '#service/investigator/parse/politeness.ts';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 9, 5, 0, second)).toISOString();
const cells = Array.from({ length: 24 }, (_, index) => [
  `${at(index * 40)} INFO rrc: HO prep ctx=ue-${700 + index} tgt=cell-${1 + (index % 3)}`,
  index % 4 === 3
    ? `${at(index * 40 + 9)} WARN rrc: HO failure ctx=ue-${700 + index} cause=radio-lost`
    : `${at(index * 40 + 9)} INFO rrc: HO complete ctx=ue-${700 + index} took ${20 + index} ms`,
]).flat();
const belts = Array.from({ length: 20 }, (_, index) => [
  `${at(index * 30)} INFO belt: B${1 + (index % 2)} now ${index % 4 < 2 ? 'RUNNING' : 'JAMMED'}`,
  `${at(index * 30 + 5)} INFO store: pack P-${40 + index} loaded, soc=${50 + index}%`,
]).flat();

const ask = askLogs({ cells: ['cells.log', cells], belts: ['belts.log', belts] });

describe('a question in other words than those of the file', () => {
  it.each([
    ['cells', 'how many handovers were prepared?', '24'],
    ['cells', 'how many handovers ended in a failure?', '6'],
    ['cells', 'As input for the meeting, I have one question. How many lines have level warn? Thanks for help.', '6'],
    ['belts', 'which state was B2 in at 05:06:00? Many thanks in advance.', 'JAMMED'],
  ])('of %s is answered: %s', async (log, question, answer) => {
    const { headline, verdict } = await ask(log, question);
    expect(headline).toContain(answer);
    expect(verdict).not.toBe('INCONCLUSIVE');
  });

  it('says what it took another word for, and is never sure of it', async () => {
    const { answer, verdict } = await ask('cells', 'how many handovers were prepared?');
    expect(verdict).toBe('LIKELY');
    expect(answer).toContain('Whether handovers means what it was read as');
  });

  it.each(['how many refunds were prepared?', 'how many invoices ended in a failure?'])(
    'is not answered where no row has the file’s word: %s',
    async (question) => {
      expect((await ask('cells', question)).verdict).toBe('INCONCLUSIVE');
    },
  );
});

describe('talk around a question', () => {
  it.each([
    ['Before I dig deeper - timestamp of the last reboot?', 'timestamp of the last reboot?'],
    ['Which host had most errors? Thanks a lot!', 'Which host had most errors?'],
    ['Which uploads failed? It is for the disk that died.', 'Which uploads failed? It is for the disk that died.'],
  ])('is left away: %s', (asked, plain) => expect(withoutTalk(asked)).toBe(plain));
});
