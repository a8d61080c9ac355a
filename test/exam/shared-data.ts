import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gradeCause } from './grade/cause.ts';
import { gradeKernelTitle } from './grade/kernel-title.ts';
import type { CauseTruth, Item, Sheet } from './item.ts';

/** Real problem reports: each asked without a question and with its reporter's own. */
export function caseSheets(folder: string): Sheet[] {
  return foldersIn(folder).map((name) => {
    const path = join(folder, name);
    const truth = JSON.parse(readFileSync(join(path, 'truth.json'), 'utf8')) as CaseTruth;
    const cause: CauseTruth = { kind: 'cause', must: truth.must, partly: truth.partly, wrong: truth.wrong };
    const question = readFileSync(join(path, 'question.txt'), 'utf8').trim();
    const fileKey = `case-${name}`;
    const suffices = truth.suffices === 'FULL' ? '' : ', log does not suffice';
    const item = (kind: string, asked: string): Item => ({
      id: `${fileKey}/${kind}`,
      set: 'cases',
      class: `${kind}${suffices}`,
      fileKey,
      question: asked,
      expected: truth.cause,
      grade: (told) => gradeCause(told, cause),
    });
    return {
      fileKey,
      files: () => [{ name: 'log.txt', content: readFileSync(join(path, 'log.txt')) }],
      items: [item('no question', ''), item('own question', question)],
    };
  });
}

interface CaseTruth {
  cause: string;
  suffices: 'FULL' | 'PARTIAL' | 'NO';
  must: string[][];
  partly: string[][];
  wrong: string[];
}

/** Application logs with a question and the facts its answer must hold. */
export function questionSheets(folder: string): Sheet[] {
  const list = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as AskedFacts[];
  return list.map(({ file, question, facts }) => ({
    fileKey: `questions-${file}`,
    files: () => [{ name: file.replace(/\.gz$/, ''), content: gunzipSync(readFileSync(join(folder, file))) }],
    items: facts.map((fact) => ({
      id: `questions/${file}/${fact}`,
      set: 'questions',
      class: 'facts',
      fileKey: `questions-${file}`,
      question,
      expected: fact,
      grade: (told) => gradeFact(told.answer, fact),
    })),
  }));
}

interface AskedFacts {
  file: string;
  question: string;
  facts: string[];
}

const smallWords = new Set(
  'a an the on of in from to for it is are was were by and or with not could likely name'.split(' '),
);

/** Half of a fact's words and all of its numbers: the words are the asker's, the numbers the log's. */
function gradeFact(answer: string, fact: string) {
  const text = answer.toLowerCase();
  const numbers = fact.match(/\d+(?:\.\d+)?/g) ?? [];
  const stems = (fact.toLowerCase().match(/[a-z]{2,}/g) ?? [])
    .filter((word) => !smallWords.has(word))
    .map((word) => word.slice(0, Math.max(4, word.length - 2)));
  const missing = [
    ...numbers.filter(
      (number) => !new RegExp(`(?<![\\d.])${number}(?![\\d.])`).test(text.replace(/(\d),(?=\d{3})/g, '$1')),
    ),
    ...stems.filter((stem) => !text.includes(stem)),
  ];
  const isRight =
    missing.length <= (numbers.length + stems.length) / 2 && !numbers.some((number) => missing.includes(number));
  return { mark: isRight ? 'right' : 'wrong', reason: `missing: ${missing.join(', ')}` } as const;
}

/** Kernel consoles with a crash whose exact title is known: the title must stand in the headline of the answer. */
export function kernelSheets(folder: string): Sheet[] {
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const end = text.indexOf('\n\n');
    const title = /^TITLE: (.+)$/m.exec(text.slice(0, Math.max(0, end)))?.[1];
    if (title === undefined) return [];
    const fileKey = `kernel-${name}`;
    return [
      {
        fileKey,
        files: () => [{ name: 'console.log', content: text.slice(end + 2) }],
        items: ['', 'what crashed?'].map((question) => ({
          id: `${fileKey}/${question}`,
          set: 'kernel',
          class: question === '' ? 'no question' : 'what crashed',
          fileKey,
          question,
          expected: title,
          grade: (told) => gradeKernelTitle(told, title),
        })),
      },
    ];
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
