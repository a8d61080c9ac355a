import type { Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { plural, say, words } from './say.ts';

const asks =
  /^how many (processes|threads|slices)(?: (?:are|were|is|there|in|it|this|the|trace|file|recorded|seen|here|all|together))*\W*$/i;

/** "How many threads are in the trace": as its reader counted them, since its printed lines name no such word. */
export function answerTraceSize(run: Investigation): Draft | undefined {
  const { trace } = run.files[0]!.reading;
  const [info] = run.documents.infos;
  const asked = asks.exec(run.question.text.trim())?.[1]?.toLowerCase() as
    | 'processes'
    | 'threads'
    | 'slices'
    | undefined;
  if (trace === undefined || info === undefined || info.lines === 0 || asked === undefined) return undefined;
  const one = { processes: 'process', threads: 'thread', slices: 'slice' }[asked];
  const ends = [1, info.lines].map((line) => ({ document: info.name, lineStart: line, lineEnd: line }));
  return lookUp({
    cause: say`${plural(trace[asked], one, asked)} in this trace`,
    proof: [{ text: words('Its first and its last event'), ranges: ends }],
  });
}
