import { describe, expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const reasons = ['glaze cracked', 'power cut'];

/** A pottery: firings are numbered by codes of no usual form, and a gauge is read in two bays by two programs. */
function lineAt(index: number): string[] {
  const id = `f${index}-k${(index * 37) % 89}x`;
  const bay = index % 3 === 0 ? 'north' : 'south';
  const minute = (offset: number) => {
    const at = index * 6 + offset;
    return `2026-03-02 ${String(8 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:05`;
  };
  const end =
    index % 5 === 4
      ? `ERROR kilnd: firing ${id} spoiled: ${reasons[index % 15 === 4 ? 1 : 0]}`
      : `INFO kilnd: firing ${id} unloaded after ${40 + index} s`;
  return [
    `${minute(0)} INFO kilnd: firing ${id} lit in bay ${bay}`,
    `${minute(1)} ${end}`,
    `${minute(2)} INFO ${index % 2 === 0 ? 'climate' : 'poller'}: soot level ${bay} 0.${10 + index} mg`,
  ];
}

const ask = askLogs({ pottery: ['pottery.log', Array.from({ length: 30 }, (_, index) => lineAt(index)).flat()] });

describe('a question whose words stand in no usual order', () => {
  it.each([
    ['boss is asking: spoiled firings, what is the count?', /\b6\b/],
    ['of the firings, what part (%) was spoiled?', /20 %/],
    ['the third spoiled firing in the file - when', /09:24:05|2026-03-02 09:/],
    ['id of the most recent spoiled firing?', /f29-k/],
    ['Top failure cause for firings?', /glaze cracked/],
    ['time between the first and the last spoiled firing?', /2 h 30 min/],
    ['for bay north: soot level, mean?', /0\.\d+/],
    ['start time of f2-k74x?', /08:12:05/],
    ['when was firing f2-k74x over?', /08:13:05/],
    ['total time of all unloaded firings', /21 min 36 s/],
    ['clock hour with the most spoiled firings', /08:00/],
    ['longest run of spoiled firings in a row', /\b1 line/],
  ])('answers %s', async (question, told) => {
    const { verdict, headline } = await ask('pottery', question);
    expect(headline).toMatch(told);
    expect(verdict).not.toBe('INCONCLUSIVE');
  });

  it.each(['how many kittens were spoiled by the cat?', 'who owns the bay north?', 'spoiled firings tomorrow?'])(
    'tells no figure for %s',
    async (question) => {
      expect((await ask('pottery', question)).verdict).toBe('INCONCLUSIVE');
    },
  );
});

describe('a question that a number, a list or one of several answers', () => {
  it.each([
    'We discussed this in the team today and nobody knew it: please list the comets that never failed.',
    'Please break down the comets that failed by colour.',
    'why did most firings of tango-11 fail?',
  ])('is not answered by what went wrong: %s', async (question) => {
    expect((await ask('pottery', question)).verdict).toBe('INCONCLUSIVE');
  });

  it('is read without what is said before it', async () => {
    const question = 'We discussed this in the team and nobody knew it: how many firings were spoiled?';
    expect((await ask('pottery', question)).headline).toMatch(/\b6\b/);
  });
});

const valves = Array.from({ length: 20 }, (_, index) => {
  const minute = String(index).padStart(2, '0');
  const [from, to] = index % 2 === 0 ? ['SHUT', 'OPEN'] : ['OPEN', 'SHUT'];
  return [
    `2026-03-02T09:${minute}:00Z INFO valve-${index % 4 < 2 ? 'a' : 'b'} operating state ${from} > ${to}`,
    `2026-03-02T09:${minute}:30Z INFO supply CF41${index % 2}-x at ${90 - index} percent`,
  ];
}).flat();
const others = askLogs({ valves: ['valves.log', valves] });

describe('what a log numbers, reads and changes', () => {
  it('knows things by how they come and go, whatever their names look like', async () => {
    expect((await ask('pottery', 'how many firings were there?')).headline).toMatch(/CONFIRMED: 30 /);
  });

  it('takes lines that differ in a name for one reading', async () => {
    expect((await others('valves', 'lowest remaining ink for CF410-x?')).headline).toMatch(/LIKELY: 72/);
  });

  it('reads a change that a mere sign tells', async () => {
    expect((await others('valves', 'in which state is valve-a at the end of the log?')).headline).toMatch(/SHUT/);
  });

  it('tells nothing of what is to come', async () => {
    expect((await ask('pottery', 'how many firings will fail tomorrow?')).verdict).toBe('INCONCLUSIVE');
  });
});
