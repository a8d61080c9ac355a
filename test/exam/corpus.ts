import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declines, headlineOf, leadOf } from './grade/headline.ts';
import type { Grade, Item, Sheet } from './item.ts';
import type { Told } from './subject.ts';

/** Questions that were asked of small logs over time, with the facts their answers hold. */
export function corpusSheets(): Sheet[] {
  const folder = join(import.meta.dirname, 'corpus');
  return readdirSync(folder).flatMap((name) => {
    const { logs, questions } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Corpus;
    return Object.entries(logs).map(([fileKey, log]) => ({
      fileKey,
      files: () => [{ name: log.name, content: textOf(log.lines) }],
      items: questions.flatMap((question, index): Item[] =>
        question.log === fileKey ? [itemOf(name.replace('.json', ''), fileKey, index, question)] : [],
      ),
    }));
  });
}

interface Corpus {
  logs: Record<string, { name: string; lines: (string | Series)[] }>;
  questions: Question[];
}

interface Question {
  log: string;
  question: string;
  /** Patterns the first sentences hold, and patterns that may stand anywhere. */
  must?: string[];
  facts?: string[];
  /** Patterns the headline must not hold. */
  wrong?: string[];
  yes?: boolean;
  verdict?: string;
}

/** Lines at the same distance, whose numbers go in turns. */
interface Series {
  from: string;
  everyMs: number;
  count: number;
  format: string;
  line: string;
  slots?: ({ cycle: (string | number)[] } | { from: number; step: number; low?: number; size?: number })[];
}

function itemOf(topic: string, fileKey: string, index: number, asked: Question): Item {
  const { must = [], facts = [], yes, verdict } = asked;
  const polarity = yes === undefined ? [] : [yes ? 'yes' : 'no'];
  return {
    id: `corpus/${topic}/${index}`,
    set: 'corpus',
    class: topic,
    fileKey,
    question: asked.question,
    expected: [...polarity, ...must, ...facts, ...(verdict === 'INCONCLUSIVE' ? ['not settled'] : [])].join(', '),
    grade: (told) => grade(told, asked),
  };
}

function grade(told: Told, { must = [], facts = [], wrong = [], yes, verdict }: Question): Grade {
  const headline = headlineOf(told.answer);
  const lead = `${headline}\n${leadOf(told.answer).slice(0, 500)}`;
  const isOpen = told.verdict === 'INCONCLUSIVE' || declines(headline);
  if (verdict === 'INCONCLUSIVE')
    return isOpen ? { mark: 'right', reason: 'left open' } : { mark: 'wrong', reason: 'settles what is open' };
  const said = /^yes\b/i.test(headline) ? true : /^(?:no|none|never|not|nothing)\b/i.test(headline) ? false : undefined;
  const missing = [...must.filter((fact) => !holds(lead, fact)), ...facts.filter((fact) => !holds(told.answer, fact))];
  const misled = wrong.filter((fact) => holds(headline, fact));
  const isPolar = yes === undefined || said === yes;
  if (missing.length === 0 && misled.length === 0 && isPolar) return { mark: 'right', reason: 'holds all of it' };
  const reason = [
    missing.length > 0 && `missing ${missing.join(', ')}`,
    misled.length > 0 && `names ${misled.join(', ')}`,
    !isPolar && `says ${said}`,
  ]
    .filter(Boolean)
    .join('; ');
  if (isOpen) return { mark: 'admitted', reason };
  const isContrary = said !== undefined && yes !== undefined && said !== yes;
  const isNear = missing.length * 2 <= must.length + facts.length && misled.length === 0 && !isContrary;
  return { mark: isNear ? 'partly' : 'wrong', reason };
}

function holds(text: string, fact: string): boolean {
  const plain = withoutThousands(fact);
  const pattern = /^\d+$/.test(plain) ? `(?<![\\d.])${plain}(?![\\d]|\\.\\d)` : plain;
  return new RegExp(pattern, 'i').test(withoutThousands(text.replace(/[*`\\]/g, '')));
}

/** "259,000": the comma between thousands says nothing. */
const withoutThousands = (text: string): string => text.replace(/(\d),(?=\d{3})/g, '$1');

function textOf(entries: readonly (string | Series)[]): string {
  const first = entries[0];
  // Without series the lines stand as they are, in any order and without times.
  if (entries.every((entry) => typeof entry === 'string')) return `${entries.join('\n')}\n`;
  if (first === undefined) return '';
  const lines = entries.flatMap((entry) =>
    typeof entry === 'string' ? [{ timeMs: timeOf(entry), line: entry }] : seriesOf(entry),
  );
  return `${lines
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .map(({ line }) => line)
    .join('\n')}\n`;
}

function timeOf(line: string): number {
  const [, day, time, fraction = ''] = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{3})?/.exec(line) ?? [];
  return Date.parse(`${day}T${time}${fraction}Z`);
}

function seriesOf({ from, everyMs, count, format, line, slots = [] }: Series): { timeMs: number; line: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const timeMs = Date.parse(`${from}Z`) + index * everyMs;
    const iso = new Date(timeMs).toISOString().slice(0, format.includes('.mmm') ? 23 : 19);
    const time = `${format[10] === ' ' ? iso.replace('T', ' ') : iso}${format.endsWith('Z') ? 'Z' : ''}`;
    const values = slots.map((slot) => {
      if ('cycle' in slot) return `${slot.cycle[index % slot.cycle.length]}`;
      const { from: start, step, low = 0, size = Number.POSITIVE_INFINITY } = slot;
      return `${low + ((start - low + index * step) % size)}`;
    });
    return {
      timeMs,
      line: line.replace('{time}', time).replace(/\{(\d+)\}/g, (whole, slot: string) => values[Number(slot)] ?? whole),
    };
  });
}
