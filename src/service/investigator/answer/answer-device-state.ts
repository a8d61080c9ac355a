import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, say, type Text, words } from './say.ts';

/** A line of a bug report that states something of the whole device. */
interface Line {
  number: number;
  text: string;
}

interface Topic {
  asks: RegExp;
  /** The lines that state it, in the order they are told; the engine without backtracking searches for each. */
  lines: readonly string[];
  /** Rules of the reader whose findings tell more than these lines. */
  unless?: RegExp;
  /** Of the lines that are there, and of those just after the first of them. */
  tell: (lines: readonly Line[], after: readonly Line[]) => { cause: Text; cited: readonly Line[] } | undefined;
}

const mostUsers = 5;

const topics: readonly Topic[] = [
  {
    asks: /\bhow much (?:memory|ram)\b.{0,20}\b(?:free|available|left)\b|\b(?:free|available) (?:memory|ram)\b/i,
    lines: ['^MemAvailable: ', '^MemFree: ', '^MemTotal: '],
    tell: (lines) => ({ cause: asPrinted(lines), cited: lines }),
  },
  {
    asks: /\bkernel version\b|\bversion of (?:the )?(?:linux )?kernel\b|^(?:which|what) (?:linux )?kernel (?:is|was|does|did|runs?|ran)\b/i,
    lines: ['^Kernel: '],
    tell: (lines) => ({ cause: asPrinted(lines), cited: lines }),
  },
  {
    asks: /\buptime\b|\bhow long (?:was|is|has) (?:it|the (?:device|phone|system)) (?:been )?(?:up|running|on)\b/i,
    lines: ['^Uptime: up '],
    tell: (lines) => ({ cause: asPrinted(lines), cited: lines }),
  },
  {
    asks: /^(?:did|has|was) (?:it|the (?:device|phone|system)) (?:re-?boot\w*|re-?start\w*)(?: and why)?\W*$|^why did (?:it|the (?:device|phone|system)) (?:re-?boot|re-?start)\W*$|\b(?:boot|reboot) reason\b/i,
    lines: [String.raw`^\[sys\.boot\.reason\]: \[.`, String.raw`^\[ro\.boot\.bootreason\]: \[.`, '^Uptime: up '],
    unless: /^(?:android\.(?:boot-reason|restart-loop|system-)|kernel\.re(?:boot|start))/,
    tell: (lines) =>
      lines.some(({ text }) => text.startsWith('['))
        ? { cause: say`What is stated of the last start: ${asPrinted(lines)}`, cited: lines }
        : undefined,
  },
  {
    asks: /\b(?:what|which|who)\b.{0,30}\b(?:drain\w*|us(?:ed|es|ing)|consum\w*|ate|eats?|took|takes)\b.{0,20}\b(?:battery|power|charge)\b|\bbattery drain\b/i,
    lines: [String.raw`^\s*Estimated power use \(mAh\):`],
    tell: (lines, after) => {
      const users = after.flatMap((line) => {
        const [, name, charge] = /^\s+([A-Z][^:=(]{1,60}): (\d[\d.]*)\b/.exec(line.text) ?? [];
        return name === undefined || name === 'Capacity' ? [] : [{ line, told: say`${name} ${charge!} mAh` }];
      });
      const told = users.slice(0, mostUsers).map((user) => user.told);
      return users.length === 0
        ? undefined
        : {
            cause: say`Estimated power use: ${join(told, ', ')}`,
            cited: [...lines, ...users.slice(0, mostUsers).map(({ line }) => line)],
          };
    },
  },
];

/** "How much memory was free", "what drained the battery": as a line of the bug report states it of the whole device. */
export async function answerDeviceState(run: Investigation): Promise<Draft | undefined> {
  const { text, times } = run.question;
  const topic = text.length > 100 || times.length > 0 ? undefined : topics.find(({ asks }) => asks.test(text.trim()));
  const { documents, findings } = run.files[0]!.reading;
  if (topic === undefined || documents.length === 0) return undefined;
  if (topic.unless !== undefined && findings.some(({ rule }) => topic.unless!.test(rule))) return undefined;
  const name = run.documents.citedName(0, documents[0]!.name);
  const document = await run.documents.open(name);
  if (document === undefined) return undefined;
  const read = async (from: number, to: number): Promise<Line[]> =>
    (await document.lines(from, to)).map((line, index) => ({ number: from + index, text: line }));
  const found: Line[] = [];
  for (const pattern of topic.lines) {
    const line = (await document.search({ pattern, limit: 1, enough: 1, budgetMs: 2000 })).firstLine;
    if (line !== undefined) found.push(...(await read(line, line)));
  }
  const [first] = found;
  if (first === undefined) return undefined;
  const told = topic.tell(found, await read(first.number + 1, Math.min(document.info.lines, first.number + 12)));
  if (told === undefined) return undefined;
  const proof: Claim = {
    text: words('As the report states it'),
    ranges: told.cited.map(({ number }) => ({ document: name, lineStart: number, lineEnd: number })),
  };
  return lookUp({ cause: told.cause, proof: [proof] });
}

function asPrinted(lines: readonly Line[]): Text {
  return join(
    lines.map(({ text }) => say`${text.trim().replace(/ {2,}/g, ' ').slice(0, 120)}`),
    ', ',
  );
}
