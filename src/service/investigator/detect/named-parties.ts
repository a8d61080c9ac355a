import type { OpenDocument } from '../../lines/open-document.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { number, say, type Text, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';
import { shorten } from './shorten.ts';

/** A part that a line gives to somebody it names: the holder of a lock, the one that keeps connections, the guesser. */
interface Part {
  rule: string;
  told: RegExp;
  /** Of these the first that is found holds the name. */
  who: readonly RegExp[];
  /** Lines that name one, and the share of all that do. */
  fewest: number;
  leastShare: number;
  title(name: string, line: string): Text;
  signature: string;
  next: string;
  weight: number;
  /** When a later line says this of the same one, it is worse. */
  worse?: { told: RegExp; rule: string; title(name: string): Text; next: string };
}

const parts: readonly Part[] = [
  {
    rule: 'lock.holder',
    told: /\bholding the lock: \d|\b(?:held|locked|blocked|owned) by\b|\b(?:holder|blocker|blocking (?:pid|process|session|transaction|thread|query))\b/i,
    who: [
      /\bProcess(?:es)? holding the lock: (\d{1,12})/i,
      /\b(?:held|locked|blocked|owned) by (?:(?:another )?(?:process|pid|thread|session|transaction|trx|connection|query|job|user|client) )?[#"'`]?((?=[\w.@:/-]{0,59}[\d_.-])[\w.@:/-]{0,59}\w)/i,
      /\b(?:lock )?(?:holder|blocker|blocking (?:pid|process|session|transaction|thread|query))(?: is|:|=|,)? ?[#"'`]?((?=[\w.@:/-]{0,59}[\d_.-])[\w.@:/-]{0,59}\w)/i,
    ],
    fewest: 5,
    leastShare: 0.5,
    title: (name) => say`${name} holds what others wait for`,
    signature: 'lock held',
    next: 'Check what the holder was doing then: its own lines, its open transaction, its statement; end it if it is idle.',
    weight: 58,
  },
  {
    rule: 'resource.leak',
    told: /\bleak(?:ed|s|ing|age)?\b(?! ?(?:detection|check\w*)? ?(?:is |was )?(?:enabled|disabled|threshold|off|on\b|interval))|\b(?:connection|session|cursor|statement|handle|socket|channel|lease|slot|transaction)s?\b.{0,60}\b(?:(?:not|never) (?:been )?(?:closed|returned|released|freed)|(?:open|held|out|checked out|in use|idle in transaction|unreturned) (?:for|since) (?:more than )?\d|abandoned)/i,
    who: [
      /\b(?:taken|acquired|opened|held|used|checked out|owned|borrowed|leaked|created|obtained|kept) (?:by|at|in|from) ["'`]?([A-Za-z_$][\w$.:#/-]{2,100}[\w])/i,
    ],
    fewest: 3,
    leastShare: 0.3,
    title: (name, line) => say`${name} does not give back what it takes: ${shorten(line, 90)}`,
    signature: 'resource leak',
    next: 'Close or return it on every path, including errors: check the place named above and what it does on failure.',
    weight: 52,
  },
  {
    rule: 'auth.guessing',
    told: /(?:failed|invalid|incorrect|wrong|bad) (?:password|credentials?|login|log-in|sign-?in|authentication)|authentication fail\w{0,4}|(?:log|sign)-?in (?:failed|failure|refused|denied)/i,
    who: [/(?:from|rhost|ip|client|src|addr)[=: ] ?\[?((?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{1,4}:[0-9a-f:]{3,40})\b/i],
    fewest: 20,
    leastShare: 0.1,
    title: (name) => say`${name} guessed passwords`,
    signature: 'password guessing',
    next: 'Block the address or limit the attempts; check that passwords are not accepted where keys would do.',
    weight: 64,
    worse: {
      told: /\baccepted (?:password|publickey|keyboard-interactive)|(?:log|sign)-?in (?:succe\w{1,7}|accepted|ok)\b|successful (?:log|sign)-?in|\b(?:logged|signed) in\b|authentication succe\w{1,7}/i,
      rule: 'auth.break-in',
      title: (name) => say`${name} got in after it had guessed passwords`,
      next: 'Treat the account as compromised: end its sessions, change its secrets, and check what it did from then on.',
    },
  },
];

interface Line extends Spot {
  text: string;
}

const mostLines = 6000;

/** Whom lines name as the holder, the keeper or the guesser: counted by the name, which differs from line to line. */
export async function observeNamedParties(document: OpenDocument, survey: Survey): Promise<Observation[]> {
  const found: Observation[] = [];
  for (const part of parts) {
    const all = await linesTold(document, survey, part.told);
    const byName = new Map<string, Line[]>();
    for (const line of all) {
      const name = nameIn(part, line.text);
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), line]);
    }
    const [top] = [...byName].sort((a, b) => b[1].length - a[1].length);
    if (top === undefined || top[1].length < Math.max(part.fewest, all.length * part.leastShare)) continue;
    const worse = part.worse === undefined ? undefined : await laterOf(document, survey, part, top);
    found.push(describe(survey, part, top, all.length, worse));
  }
  return found;
}

function nameIn({ who }: Part, text: string): string | undefined {
  for (const pattern of who) {
    const name = pattern.exec(text.slice(0, 600))?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

async function laterOf(
  document: OpenDocument,
  survey: Survey,
  part: Part,
  [name, lines]: readonly [string, readonly Line[]],
): Promise<Line | undefined> {
  const later = await linesTold(document, survey, part.worse!.told);
  return later.find((line) => line.line > lines[part.fewest - 1]!.line && nameIn(part, line.text) === name);
}

function describe(
  survey: Survey,
  part: Part,
  [name, lines]: readonly [string, readonly Line[]],
  all: number,
  worse: Line | undefined,
): Observation {
  const { first, last } = { first: lines[0]!, last: lines.at(-1)! };
  const document = survey.info.name;
  const range = ({ line }: Spot) => ({ document, lineStart: line, lineEnd: line });
  const times = timeWordsOf(survey.info, survey.isZoned);
  const span =
    first.timeMs === undefined || last.timeMs === undefined ? '' : `, ${times.span(first.timeMs, last.timeMs)}`;
  const often = words(`stated in ${number(lines.length)} of ${number(all)} lines${span}`);
  const grave = worse === undefined ? undefined : part.worse;
  const title = grave?.title(name) ?? part.title(name, first.text);
  return {
    rule: grave?.rule ?? part.rule,
    kind: grave === undefined ? 'trend' : 'finding',
    title: say`${title}, ${often}`,
    details: [
      ...(worse === undefined ? [] : [{ text: title, ranges: [range(worse)] }]),
      { text: words('The first and the last line about it'), ranges: [range(first), range(last)] },
    ],
    severity: grave === undefined ? 'error' : 'critical',
    role: 'cause',
    certainty: grave === undefined ? 'likely' : 'certain',
    count: lines.length,
    document,
    firstLine: first.line,
    ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs }),
    ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
    evidence: [worse ?? first, last].map(range),
    signature: part.signature,
    next: [(grave ?? part).next],
    weight: part.weight + (grave === undefined ? Math.min(12, Math.log2(lines.length)) : 50),
  };
}

/** Every line of the kinds whose words tell it, with its own words. */
async function linesTold(document: OpenDocument, survey: Survey, told: RegExp): Promise<Line[]> {
  const spots = new Map<number, Spot>();
  for (const group of survey.groups.filter(({ message }) => told.test(message)))
    for (const spot of await spotsOf(document, group)) if (spots.size < mostLines) spots.set(spot.line, spot);
  const lines: Line[] = [];
  for (const spot of [...spots.values()].sort((a, b) => a.line - b.line)) {
    const [text = ''] = await document.lines(spot.line, spot.line);
    if (told.test(text)) lines.push({ ...spot, text });
  }
  return lines;
}

/** Of plain information only some places are kept: the others are looked for by the words of the kind. */
async function spotsOf(document: OpenDocument, group: MessageGroup): Promise<Spot[]> {
  const { lines, timesMs } = group.at;
  if (lines.length >= group.count)
    return lines.map((line, index): Spot => {
      const timeMs = timesMs[index]!;
      return { line, lineEnd: line, ...(Number.isNaN(timeMs) ? {} : { timeMs }) };
    });
  const fixed = group.pattern.split(/[^A-Za-z]+/).filter((word) => word.length > 2 && group.message.includes(word));
  if (fixed.length === 0) return group.spots;
  const found = await document.search({ all: [...new Set(fixed)].slice(0, 6), limit: mostLines, budgetMs: 1500 });
  const spots: Spot[] = [];
  for (const line of found.lines) {
    const { timeMs } = await document.meta(line);
    spots.push({ line, lineEnd: line, ...(timeMs === undefined ? {} : { timeMs }) });
  }
  return spots.length === 0 ? group.spots : spots;
}
