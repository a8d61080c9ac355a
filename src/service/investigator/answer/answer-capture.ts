import type { Finding } from '../../formats/reading.ts';
import { observeFindings } from '../detect/read-findings.ts';
import type { Investigation } from '../investigation.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, prose, say, words } from './say.ts';

/** What people ask of a capture, which rules of its reader tell it, and in which protocol it would stand. */
interface Topic {
  asks: RegExp;
  name: string;
  rules: RegExp;
  protocol: RegExp;
}

const topics: readonly Topic[] = [
  {
    asks: /\bretransmi\w+|\bresen[dt]\w*|\bsent again\b|\bpacket loss\b|\blost packets?\b/i,
    name: 'retransmission',
    rules: /^tcp\.retransmission$/,
    protocol: /^tcp$/,
  },
  { asks: /\bresets?\b|\brsts?\b/i, name: 'reset', rules: /^tcp\.(?:reset|refused)$/, protocol: /^tcp$/ },
  { asks: /\bzero[- ]window\w*/i, name: 'zero window', rules: /^tcp\.zero-window$/, protocol: /^tcp$/ },
  {
    asks: /\bslow\w*\b.{0,20}\bhandshakes?\b|\bhandshakes?\b.{0,20}\b(?:slow\w*|long|take)\b/i,
    name: 'handshake of a second or longer',
    rules: /^tcp\.slow-handshake$/,
    protocol: /^tcp$/,
  },
  { asks: /\b(?:tls|ssl)\b/i, name: 'TLS alert or outdated version', rules: /^tls\./, protocol: /^tls$/ },
  {
    asks: /\bdns\b|\b(?:which|what) (?:host ?|domain ?)?names?\b.{0,20}\b(?:fail|resolv|not found)\w*|\bresolv\w+/i,
    name: 'DNS failure',
    rules: /^dns\./,
    protocol: /^(?:dns|mdns)$/,
  },
  { asks: /\bdhcp\b/i, name: 'DHCP failure', rules: /^dhcp\./, protocol: /^dhcp/ },
  { asks: /\bhttp\b/i, name: 'HTTP error', rules: /^http\./, protocol: /^http/ },
  {
    asks: /\bconnections?\b.{0,30}\b(?:fail|refus|reject|break|broke|drop|time|establish|die|lost)\w*|\b(?:refused|failed|failing|rejected|dropped|unanswered) connections?\b/i,
    name: 'failing connection',
    rules: /^(?:tcp\.(?:refused|no-answer|reset)|tls\.alert|icmp\.error|dns\.(?:failure|no-answer))$/,
    protocol: /^tcp$/,
  },
];

/** Of troubles alone: what else a protocol did stands in its packets. */
const asksForTrouble =
  /\b(?:any|are there|is there|was there|were there|why|how many|how slow|count|number of|fail\w*|error\w*|problems?|troubles?|issues?|wrong|ok|okay|fine|healthy|(?:which|what|who)\b.{0,30}\bre(?:set|transmi|send)\w*)\b/i;
const namesOne = /\d+\.\d+\.\d+|\b[\w-]+\.[a-z]{2,}\b|[\da-f]*:[\da-f]*:|\bport \d|["'`]/i;
const mostTold = 6;

/** "Any retransmissions", "which host resets": what the reader of the packets found, in whose lines no such word stands. */
export function answerCapture(run: Investigation): Draft | undefined {
  const { reading } = run.files[0]!;
  const { text, times } = run.question;
  if (reading.capture === undefined || text.length > 160 || times.length > 0 || namesOne.test(text)) return undefined;
  return trouble(run, reading.findings, reading.capture) ?? total(run, reading.capture);
}

type Capture = NonNullable<Investigation['files'][number]['reading']['capture']>;

function trouble(run: Investigation, findings: readonly Finding[], capture: Capture): Draft | undefined {
  const { text } = run.question;
  const topic = topics.find(({ asks }) => asks.test(text));
  if (topic === undefined) return undefined;
  const frames = Object.entries(capture.protocols).find(([name]) => topic.protocol.test(name))?.[1] ?? 0;
  if (frames > 0 && !asksForTrouble.test(text)) return undefined;
  const found = findings.filter(({ rule }) => topic.rules.test(rule));
  if (found.length > 0) {
    const titles = new Set(found.map(({ title }) => title));
    const used = observeFindings(run.files[0]!.reading, (document) => run.documents.citedName(0, document)).filter(
      (one) => titles.has(one.title.plain),
    );
    return lookUp({
      cause: join(
        found.slice(0, 3).map(({ title }) => prose(title)),
        '; ',
      ),
      explanation: used.slice(0, 1).flatMap(({ details }) => details),
      proof: used.slice(0, mostTold).map(({ title, evidence }) => ({ text: title, ranges: evidence })),
      used,
    });
  }
  const where =
    frames > 0
      ? say`among the ${plural(frames, 'packet')} of that protocol`
      : say`and no packet of that protocol is in this capture: it holds ${protocolsOf(capture)}`;
  return lookUp({
    verdict: 'INCONCLUSIVE',
    cause: say`No ${words(topic.name)} was found${words(frames > 0 ? ' ' : ', ')}${where}`,
    proof: [],
  });
}

/** "How many packets", "which protocols": as they were counted. */
function total(run: Investigation, capture: Capture): Draft | undefined {
  const flat = run.question.text.trim().replace(/[?!.\s]+$/, '');
  const everything =
    /^(?:how many|number of|count) (?:the )?(packets?|frames?|conversations?|protocols?)(?: (?:are|were|is|there|in|it|this|the|capture|captured|file|recorded|seen|here|all|together))*$/i.exec(
      flat,
    )?.[1];
  const isProtocols =
    /^(?:which|what|list|show)(?: me)?(?: all)?(?: the)? protocols?(?: (?:are|were|is|there|in|it|this|the|capture|captured|file|used|seen|here|spoken|present))*$/i.test(
      flat,
    );
  if (everything === undefined && !isProtocols) return undefined;
  const [info] = run.documents.infos;
  if (info === undefined) return undefined;
  const ends = [1, info.lines].map((line) => ({ document: info.name, lineStart: line, lineEnd: line }));
  const proof = [{ text: words('The first and the last packet'), ranges: ends }];
  return isProtocols || /^protocol/i.test(everything!)
    ? lookUp({
        cause: say`${plural(Object.keys(capture.protocols).length, 'protocol')}: ${protocolsOf(capture)}`,
        proof,
      })
    : lookUp({
        cause: say`${plural(capture.packets, 'packet')} in ${plural(capture.conversations, 'conversation')}`,
        proof,
      });
}

function protocolsOf({ protocols }: Capture) {
  return join(
    Object.entries(protocols)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 12)
      .map(([name, frames]) => say`${name} (${frames})`),
    ', ',
  );
}
