/** What a thread was told before a follow-up was asked in it: what "it" means there. */
export interface ToldBefore {
  cause: string;
  /** Of the line the answer stood on. */
  file: string;
  line: number;
}

const mostCause = 400;

/** Said in words behind the question, which any service can read. */
export function withToldBefore(question: string, { cause, file, line }: ToldBefore): string {
  const said = cause.replace(/\s+/g, ' ').trim().slice(0, mostCause).toWellFormed();
  return `${question}\n\n(Asked below the answer: ${said} [${file.replace(/\s+/g, ' ')}:${line}])`;
}

/** The question alone, and what was told before it. */
export function readToldBefore(text: string): { question: string; told?: ToldBefore } {
  const match = /^([\s\S]*)\n\n\(Asked below the answer: ([^\n]*) \[([^\n]+):(\d{1,10})\]\)$/.exec(text);
  if (match === null) return { question: text };
  const [, question = '', cause = '', file = '', line = ''] = match;
  return { question, told: { cause, file, line: Number(line) } };
}
