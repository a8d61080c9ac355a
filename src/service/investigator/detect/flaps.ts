import type { OpenDocument } from '../../lines/open-document.ts';
import type { Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';
import { type GroupLine, linesOfGroups } from './read-groups.ts';
import { median } from './robust.ts';

const change =
  /\b(?:changed state to|state (?:changed )?(?:from \S+ )?to|(?:link|port|interface|carrier|line protocol|neighbou?r|adjacency|peer|session|tunnel)\b.{0,80}?(?:is|goes|went|status|state|->|to|:|,)) ["'`]?(up|down)\b|\blink[ _-]?(up|down)\b|\b(lost|gained|acquired|no) carrier\b|\blink is (not ready|becoming ready)\b|\bneighbou?r \S+ (?:\(?\S{0,40}\)? ?){0,3}(up|down)\b/i;
const interfaceName =
  /\b((?:(?:Ten|Hundred|Forty|TwentyFive)?Gig(?:abit)?(?:Ethernet|E)|FastEthernet|Ethernet|Port-?channel|Bundle-Ether|Vlan|Tunnel|Serial|Gi|Te|Fa|Et|Eth|Po|Tu|xe-|ge-|et-|ae|eth|en[opsx]|bond|wlan|wwan|wg|tun|ppp|veth|sfp|lan|wan)[ ]?\d[\w./:-]{0,20}|port [\w./:-]{0,6}\d[\w./:-]{0,10})/i;
const neighbour =
  /\b(?:neighbou?r|peer|adjacency|session|tunnel)\b[^\d]{0,40}?(\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{6,39}|[\w.-]{0,60}\d[\w.-]{0,60})/i;
const hint = /\b(?:up|down|carrier|ready)\b|link_?(?:up|down)/i;
interface Change {
  line: GroupLine;
  isDown: boolean;
}

const fewest = 6;
const mostLines = 4000;

/** Links and neighbours that go down and up again and again: which, how often, from when to when. */
export async function observeFlaps(document: OpenDocument, survey: Survey): Promise<Observation[]> {
  const groups = survey.groups.filter((group) => hint.test(group.message) && change.test(group.message));
  if (groups.reduce((sum, group) => sum + group.count, 0) < fewest) return [];
  const byName = new Map<string, Change[]>();
  for (const line of await linesOfGroups(document, groups, change, mostLines)) {
    const state = change
      .exec(line.text)
      ?.slice(1)
      .find((part) => part !== undefined);
    const name = (interfaceName.exec(line.text) ?? neighbour.exec(line.text))?.[1]?.replace(/(?<![.,:;])[.,:;]+$/, '');
    if (state === undefined || name === undefined || (byName.size >= 500 && !byName.has(name))) continue;
    const isDown = /down|lost|no|not ready/i.test(state);
    byName.set(name, [...(byName.get(name) ?? []), { line, isDown }]);
  }
  return [...byName]
    .map(([name, changes]) => ({ name, changes: densestOf(turnsOf(changes)) }))
    .filter(({ changes }) => changes.length >= fewest)
    .sort((a, b) => b.changes.length - a.changes.length)
    .slice(0, 3)
    .map(({ name, changes }) => describe(survey, name, changes));
}

/** Each change once, though the line protocol tells it again. */
function turnsOf(changes: readonly Change[]) {
  return changes.filter(({ isDown }, index) => index === 0 || changes[index - 1]!.isDown !== isDown);
}

/** Why it goes down, where most of its lines say the same. */
function reasonOf(changes: readonly Change[]): string | undefined {
  const counts = new Map<string, number>();
  const downs = changes.filter(({ isDown }) => isDown);
  for (const { line } of downs) {
    const reason =
      /\bdown\b["'`]?(?:[:,;(-]| due to| because of| reason)+ *(?:reason[:= ]+)?([\p{L}][^\n]{3,80})/iu.exec(
        line.text,
      )?.[1];
    if (reason !== undefined) counts.set(reason.trim(), (counts.get(reason.trim()) ?? 0) + 1);
  }
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  return top !== undefined && top[1] >= downs.length * 0.5 ? top[0] : undefined;
}

const quietMs = 600_000;

/** The stretch with the most changes: where it is quiet for long, another one begins. */
function densestOf(changes: readonly Change[]): readonly Change[] {
  const steps = changes
    .slice(1)
    .map(({ line }, index) => (line.timeMs ?? Number.NaN) - (changes[index]!.line.timeMs ?? Number.NaN));
  if (steps.length === 0 || steps.some(Number.isNaN)) return changes;
  const quiet = Math.max(quietMs, median(steps) * 8);
  const parts: Change[][] = [[changes[0]!]];
  for (const [index, step] of steps.entries()) {
    if (step > quiet) parts.push([]);
    parts.at(-1)!.push(changes[index + 1]!);
  }
  return parts.reduce((best, part) => (part.length > best.length ? part : best));
}

/** From the start of the document to its end: it does so all the time. */
function isAllDay({ info }: Survey, first: GroupLine, last: GroupLine): boolean {
  const [start, end] = [info.firstTimeMs, info.lastTimeMs];
  if (start === undefined || end === undefined || first.timeMs === undefined || last.timeMs === undefined) return false;
  const room = (end - start) * 0.1;
  return first.timeMs - start < room && end - last.timeMs < room;
}

function describe(survey: Survey, name: string, changes: readonly Change[]): Observation {
  const [first, last] = [changes[0]!.line, changes.at(-1)!.line];
  const times = timeWordsOf(survey.info, survey.isZoned);
  const downs = changes.filter(({ isDown }) => isDown).length;
  const span =
    first.timeMs === undefined || last.timeMs === undefined ? '' : `, ${times.span(first.timeMs, last.timeMs)}`;
  const at = ({ line }: GroupLine) => ({ document: survey.info.name, lineStart: line, lineEnd: line });
  const reason = reasonOf(changes);
  const told = reason === undefined ? words('') : say`, ${reason}`;
  const end = changes.at(-1)!.isDown ? 'and it stays down' : 'and it stays up after that';
  const isRoutine = isAllDay(survey, first, last);
  return {
    ...(isRoutine ? { isRoutine } : {}),
    rule: 'link.flap',
    kind: 'failure',
    title: say`${name} flaps: it goes down and up ${words(`${number(changes.length)} times (${number(downs)} times down)${span}`)}${told}`,
    details: [{ text: words(`The first and the last change, ${end}`), ranges: [at(first), at(last)] }],
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: changes.length,
    document: survey.info.name,
    firstLine: first.line,
    ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs }),
    ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
    evidence: [at(first), at(last)],
    signature: 'link flaps',
    subjects:
      `${name} link interface network port uplink flap flapping connection unstable down up offline`.toLowerCase(),
    next: [
      'Check cable, optics and the other end of that link: error counters, speed and duplex, its log of the same minutes.',
    ],
    weight: 56 + Math.min(10, Math.log2(changes.length) * 2) - (isRoutine ? 40 : 0),
  };
}
