import { createInterface } from 'node:readline';
import type { Finding } from '../doctor/finding.ts';

/** Talks with a person in the terminal, or with whatever its lines come from. */
export interface Dialog extends Disposable {
  say(...words: string[]): void;
  /** An empty answer is the one given in brackets, or no answer. */
  ask(question: string, usual?: string): Promise<string>;
  /** Tells what was found; true where nothing of it fails. */
  show(findings: readonly Finding[]): boolean;
}

/** `stop` ends the program: nobody is there to answer any more, or Ctrl-C was pressed. */
export function openDialog(stop: () => never): Dialog {
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  const write = (text: string) => void process.stdout.write(text);
  process.once('SIGINT', stop);
  return {
    say: (...words) => write(`${words.join('\n')}\n`),
    async ask(question, usual = '') {
      write(`${question}${usual === '' ? '' : ` [${usual}]`}: `);
      const { value, done } = await lines.next();
      if (done) return stop();
      const answer = String(value).trim();
      if (!process.stdin.isTTY) write('\n');
      return answer === '' ? usual : answer;
    },
    show(findings) {
      for (const { state, about, words, fix } of findings) {
        write(`  ${state === 'fail' ? 'FAIL' : state}  ${about}: ${words}\n${fix ? `        ${fix}\n` : ''}`);
      }
      return findings.every(({ state }) => state !== 'fail');
    },
    [Symbol.dispose]() {
      process.off('SIGINT', stop);
      input.close();
    },
  };
}
