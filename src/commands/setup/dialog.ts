import type { Finding } from '../doctor/finding.ts';
import { readAnswer, readChoice } from './read-answer.ts';
import { openTypedLines } from './typed-lines.ts';

export interface Question {
  words: string;
  /** What an empty answer keeps. */
  usual?: string | undefined;
  /** What it means that there is none, where there need not be one. */
  none?: string;
  /** It is hidden while it is typed, and not shown again. */
  isSecret?: boolean;
  /** Why an answer cannot be meant, in a sentence; it is asked for again. */
  problem?(answer: string): string | undefined;
}

/** Talks with a person in the terminal, or with whatever its lines come from. */
export interface Dialog extends Disposable {
  say(...words: string[]): void;
  /** Empty where there is none. */
  ask(question: Question): Promise<string>;
  choose<Choice extends string>(words: string, choices: readonly Choice[], usual: Choice): Promise<Choice>;
  /** Tells what was found; true where nothing of it fails. */
  show(findings: readonly Finding[]): boolean;
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `stop` ends the program: nobody is there to answer any more, or Ctrl-C was pressed. */
export function openDialog(stop: () => never): Dialog {
  const lines = openTypedLines(stop);
  const write = (text: string) => void process.stdout.write(text);

  async function ask(question: Question): Promise<string> {
    for (;;) {
      const answer = readAnswer(await lines.ask(prompt(question), question.isSecret === true));
      if (answer === '') return question.usual ?? '';
      if (answer === '-' && question.none !== undefined) return '';
      const wrong = question.problem?.(answer);
      if (wrong === undefined) return answer;
      write(`  ${wrong}\n`);
    }
  }

  return {
    ask,
    say: (...words) => write(`${words.join('\n')}\n`),
    async choose(words, choices, usual) {
      const problem = (answer: string) =>
        readChoice(choices, answer) ? undefined : `The answer is ${either.format(choices)}.`;
      return readChoice(choices, await ask({ words, usual, problem })) ?? usual;
    },
    show(findings) {
      for (const { state, about, words, fix } of findings) {
        write(`  ${state === 'fail' ? 'FAIL' : state}  ${about}: ${words}\n${fix ? `        ${fix}\n` : ''}`);
      }
      return findings.every(({ state }) => state !== 'fail');
    },
    [Symbol.dispose]: () => lines[Symbol.dispose](),
  };
}

function prompt({ words, usual = '', none, isSecret }: Question): string {
  if (usual === '') return `${words}${none === undefined ? '' : `; empty: ${none}`}: `;
  // Enough to tell one from another; others may look at the screen, or read a log of it.
  const shown = isSecret ? `…${usual.length > 12 ? usual.slice(-4) : ''}` : usual;
  return `${words}${none === undefined ? '' : `; a dash: ${none}`} [${shown}]: `;
}
