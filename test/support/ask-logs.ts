import { afterAll, beforeAll } from 'vitest';
import { openSubject, type Subject } from '../exam/subject.ts';

/** Logs to be asked as often as wanted: each by a short name, with its file's name and its lines. */
export function askLogs(logs: Readonly<Record<string, readonly [name: string, lines: readonly string[]]>>) {
  const subjects = new Map<string, Subject>();
  beforeAll(async () => {
    for (const [short, [name, lines]] of Object.entries(logs))
      subjects.set(short, await openSubject([{ name, content: `${lines.join('\n')}\n` }], 'quick'));
  });
  afterAll(() => {
    for (const subject of subjects.values()) subject.close();
  });
  /** The verdict, and what a person reads without its code marks. */
  return async (short: string, question: string) => {
    const subject = subjects.get(short);
    if (subject === undefined) throw new Error(`no log ${short}`);
    const { verdict, answer } = await subject.ask(question);
    const plain = answer.replaceAll('`', '');
    return { verdict, headline: plain.split('\n')[0] ?? '', answer: plain };
  };
}
