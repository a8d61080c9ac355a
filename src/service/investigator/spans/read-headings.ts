import { eachLine } from '../calculate/pass.ts';
import { wordsOfLine } from '../episodes/line-kinds.ts';
import { statePairs } from '../episodes/state-pairs.ts';
import type { Investigation } from '../investigation.ts';
import { holdsWord } from './meant-family.ts';
import type { SpanEnd, SpanFamily } from './read-spans.ts';

const mostHeadings = 300;
const mostLines = 400_000;
const first = /^\s*(\S{2,60})\s+(\S.*)$/;

/**
 * A step that only its heading tells of: lines that begin with the same word and go on with another name each, such as
 * `TASK [copy files]`. It lasts until the next of them.
 */
export async function readHeadings(run: Investigation, subject: readonly string[]): Promise<SpanFamily | undefined> {
  if (subject.length === 0 || run.documents.infos.reduce((sum, { lines }) => sum + lines, 0) > mostLines)
    return undefined;
  const byLead = new Map<string, { headings: (SpanEnd & { name: string })[]; names: Set<string>; count: number }>();
  await eachLine(run, {
    see(line) {
      const [, lead, name] = first.exec(wordsOfLine(line)) ?? [];
      if (lead === undefined || name === undefined || line.timeMs === undefined || !/\p{L}/u.test(lead)) return;
      let one = byLead.get(lead);
      if (one === undefined) {
        if (byLead.size > 20_000) return;
        one = { headings: [], names: new Set(), count: 0 };
        byLead.set(lead, one);
      }
      one.count++;
      if (one.count > mostHeadings) return;
      one.names.add(name);
      one.headings.push({ name: `${lead} ${name}`, place: line.place, timeMs: line.timeMs, text: `${lead} ${name}` });
    },
  });
  for (const { headings, names, count } of byLead.values()) {
    if (count < 3 || count > mostHeadings || names.size < count * 0.8) continue;
    const at = headings.findIndex(({ name }) => subject.every((word) => holdsWord(name, word)));
    const [start, end] = [headings[at], headings[at + 1]];
    const isOnly = headings.filter(({ name }) => subject.every((word) => holdsWord(name, word))).length === 1;
    if (start === undefined || end === undefined || !isOnly) continue;
    const lengthMs = end.timeMs - start.timeMs;
    return {
      pair: statePairs.find(({ isWork }) => isWork)!,
      spans: [{ name: start.name, start, end, lengthMs }],
      open: new Map(),
      begun: new Map(),
    };
  }
  return undefined;
}
