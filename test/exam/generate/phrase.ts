import type { Truth } from '../grade/truth.ts';
import type { Random } from './random.ts';
import type { Asked } from './world.ts';

const openings = [
  'hi, ',
  'hello! ',
  'hey, ',
  'good morning, ',
  'please tell me: ',
  'could you tell me ',
  'can you check ',
  'quick question: ',
  'do you know ',
  'I would like to know ',
  'just wondering, ',
  'one more thing: ',
  'also, ',
  'I need to know: ',
  'for the incident report: ',
  'customer asks: ',
];
const closings = [
  ' please',
  ' thanks',
  ', please?',
  ' thx',
  '? thanks!',
  ' in this log',
  ' in this file',
  ' according to the log',
  '?? urgent',
  ' pls',
];

/** As people type: without capitals, without a question mark, with a greeting. The question stays the same. */
export function asTyped(random: Random, text: string): string {
  let typed = text;
  if (random.chance(0.35)) typed = typed.replace(/\?$/, '');
  if (random.chance(0.3)) typed = typed.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  else if (random.chance(0.6)) typed = typed.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  if (random.chance(0.1))
    typed = `${random.pick(openings)}${typed.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
  if (random.chance(0.1)) typed = `${typed.replace(/\?$/, '')}${random.pick(closings)}`;
  return typed;
}

/** "{a|b}" is one of them, "{name}" a value. */
export function fill(random: Random, template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{([^{}]*)\}/g, (_, body: string) => {
    if (body.includes('|')) return random.pick(body.split('|'));
    const value = values[body];
    if (value === undefined) throw new Error(`no value for {${body}} in ${template}`);
    return `${value}`;
  });
}

/** `count` different wordings, each filled and typed. */
export function wordings(
  random: Random,
  templates: readonly string[],
  values: Readonly<Record<string, string | number>>,
  count = 3,
): string[] {
  return random
    .some(templates, count)
    .map((template) => asTyped(random, fill(random, template, values).replace(/\s+/g, ' ').trim()));
}

/** Collects questions: each class with its truth in several wordings. */
export function createAsker(random: Random, common: Readonly<Record<string, string | number>> = {}) {
  const asked: Asked[] = [];
  return {
    asked,
    ask(
      kind: string,
      truth: Truth,
      templates: readonly string[],
      values: Readonly<Record<string, string | number>> = {},
    ) {
      asked.push({ class: kind, truth, texts: wordings(random, templates, { ...common, ...values }) });
    },
  };
}

export const exactly = (value: number, unit?: string): Truth => ({
  kind: 'number',
  low: value,
  high: value,
  ...(unit ? { unit } : {}),
});

/** The only one of the highest value; undefined where two share it. */
export function winnerOf(counts: ReadonlyMap<string, number>, apart = 0): string | undefined {
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first !== undefined && first[1] > (second?.[1] ?? Number.NEGATIVE_INFINITY) + apart ? first[0] : undefined;
}
