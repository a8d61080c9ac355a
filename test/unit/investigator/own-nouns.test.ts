import { describe, expect, it } from 'vitest';
import { openSubject } from '../../exam/subject.ts';

/**
 * Ovens that bake loads for cafes. No line has a noun for a load; ovens are called so only where one of them stops, the
 * two lines of a stop share a word, and the outcome stands before its reason.
 */
function bakery(): string {
  const ovens = ['amber-deck', 'jade-deck', 'opal-deck', 'onyx-deck'];
  const cafes = ['cafe-nord', 'cafe-west', 'tea-feed'];
  const lines: { at: number; text: string }[] = [];
  const say = (at: number, text: string) => lines.push({ at, text });
  for (let run = 0; run < 120; run++) {
    const [oven, cafe, at] = [ovens[run % 4], cafes[run % 3], 30 + run * 180];
    const id = 40_100 + run * 3;
    say(at, `INFO  ${oven} baking for ${cafe}, load #${id}`.replace('load ', ''));
    if (cafe !== 'tea-feed' && run % 10 < 3)
      say(
        at + 100,
        `ERROR ${oven} finished #${id} of ${cafe}: broken, ${run % 10 === 0 ? 'crust burnt' : 'dough raw'}`,
      );
    else say(at + 100, `INFO  ${oven} finished #${id} of ${cafe}: passed, weighed ${10 + (run % 7)}.5 kg`);
    if (run % 4 < 2) say(at + 7, `INFO  ${oven}: ${run + 20} trays left on rack`);
  }
  for (const [index, oven] of ['jade-deck', 'amber-deck', 'onyx-deck', 'jade-deck', 'amber-deck'].entries()) {
    say(1990 + index * 3600, `ERROR Oven ${oven} stopped taking trays: ${index % 2 === 0 ? 'belt jam' : 'door ajar'}`);
    say(2590 + index * 3600, `INFO  Oven ${oven} taking trays`);
  }
  say(5, 'INFO  config: max_parallel_builds = 9');
  const stamp = (at: number) =>
    new Date(Date.UTC(2026, 4, 12, 6) + at * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return lines
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => `${stamp(at)} ${text}`)
    .join('\n');
}

const log = bakery();
const matching = (pattern: RegExp) => log.split('\n').filter((line) => pattern.test(line)).length;

async function ask(question: string): Promise<string> {
  const subject = await openSubject([{ name: 'bakery.log', content: Buffer.from(`${log}\n`) }], 'quick');
  try {
    return (await subject.ask(question)).answer.replaceAll('`', '').split('\n').slice(0, 4).join('\n');
  } finally {
    subject.close();
  }
}

const weights = [...log.matchAll(/weighed ([\d.]+)/g)].map(([, kg]) => Number(kg));
const ofWest = [...log.matchAll(/of cafe-west: passed, weighed ([\d.]+)/g)].reduce(
  (sum, [, kg]) => sum + Number(kg),
  0,
);

describe('what no line has a noun for', () => {
  it.each([
    ['How many builds failed?', `: ${matching(/: broken/)} `],
    [
      'How many builds failed for each reason?',
      `dough raw: ${matching(/dough raw/)}; crust burnt: ${matching(/crust burnt/)}`,
    ],
    ['Which customers never had a failed build?', ': tea-feed'],
    ['customers with zero failed builds', ': tea-feed'],
    ['Count the compilations that completed.', `: ${matching(/: passed/)} `],
    ['How many kg were weighed in total?', `: ${weights.reduce((sum, one) => sum + one, 0).toLocaleString('en')} kg`],
    ['sum of weight for cafe-west', `: ${ofWest} kg`],
  ])('answers "%s" with %s', async (question, told) => {
    expect(await ask(question)).toContain(told);
  });
});

describe('ovens that stop and go on', () => {
  it.each([
    ['How many times was jade-deck down?', ': 2 times down'],
    ['jade-deck down at 06:35?', ': Yes'],
    ['jade-deck down at 06:50?', ': No'],
    ['Later than 08:00, how many outages of any oven that started were there?', ': 3 times down'],
    ['What happened to jade-deck around 06:33?', 'stopped taking trays: belt jam'],
  ])('answers "%s" with %s', async (question, told) => {
    expect(await ask(question)).toContain(told);
  });
});

describe('a number of each machine', () => {
  it.each([
    'How did the backlog of amber-deck change between 06:00 and 09:00?',
    'amber-deck queue length 06:00 vs 09:00',
    'By how much did the queue on amber-deck move from 6:00 am on May 12 to 9:00 am on May 12?',
  ])('is told whatever "%s" calls it', async (question) => {
    expect(await ask(question)).toContain('trays');
  });
});

it('says which words it took for others', async () => {
  const subject = await openSubject([{ name: 'bakery.log', content: Buffer.from(`${log}\n`) }], 'quick');
  const { answer } = await subject.ask('How did the backlog of amber-deck change between 06:00 and 09:00?');
  subject.close();
  expect(answer.replaceAll('`', '')).toContain('Whether backlog means what it was read as');
});
