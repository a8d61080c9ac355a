import { anyOf } from '#core/any-of.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { join, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';
import { type GroupLine, linesOfGroups } from './read-groups.ts';
import { shorten } from './shorten.ts';

const noneLeft = anyOf(
  [
    /\bno (?:servers?|backends?|upstreams?|hosts?|peers?|members?|nodes?|endpoints?|targets?|workers?) (?:is |are )?(?:available|alive|left|up|healthy|reachable)\b/,
    /\bno (?:healthy|live|available|alive|active|ready) (?:upstreams?|backends?|servers?|hosts?|nodes?|endpoints?|targets?|peers?|members?|instances?|workers?)\b/,
    /\ball (?:\w+ )?(?:backends?|upstreams?|servers?|hosts?|nodes?|targets?|endpoints?|peers?|members?) (?:are )?(?:down|unhealthy|dead|unavailable|failed)\b/,
  ],
  { flags: 'i' },
);
const goesDown =
  /\b(?:server|backend|host|upstream|target|node|member|endpoint|peer|instance|replica|worker)s?\b.{0,80}\b(?:is DOWN|went down|marked (?:as )?(?:unhealthy|down|dead|failed|bad)|(?:became|is|now|turned) unhealthy|ejected|removed from|taken out|deregistered|health check failed)\b/i;
const comesUp =
  /\b(?:server|backend|host|upstream|target|node|member|endpoint|peer|instance|replica|worker)s?\b.{0,80}\b(?:is UP|came up|back up|marked (?:as )?(?:healthy|up|alive)|(?:became|is|now|turned) healthy|re-?added|returned to)\b/i;
const partName =
  /\b(?:server|backend|host|upstream|target|node|member|endpoint|peer|instance|replica|worker)s?[ =:#]{1,9}["'`]?([\w.:@/-]{0,120}\w)/i;
const lookBackMs = 6 * 3_600_000;

/** Since when nobody was left to answer, and who went before: the chain that ends in "no server available". */
export async function observeNoneLeft(document: OpenDocument, survey: Survey): Promise<Observation[]> {
  const none = survey.groups.filter((group) => noneLeft.test(group.message) && !isRate(survey, group));
  const [lead] = [...none].sort((a, b) => a.first.line - b.first.line);
  if (lead === undefined) return [];
  const downs = await linesOfGroups(document, matching(survey, goesDown, none), goesDown, 600);
  const ups = await linesOfGroups(document, matching(survey, comesUp, none), comesUp, 600);
  const start = lead.first;
  const isEarlier = (one: GroupLine) =>
    one.line <= start.line &&
    (start.timeMs === undefined || one.timeMs === undefined || start.timeMs - one.timeMs <= lookBackMs);
  // Whoever came back before is not among those that were gone.
  const gone = new Map<string, GroupLine>();
  for (const one of [
    ...downs.map((line) => ({ line, isDown: true })),
    ...ups.map((line) => ({ line, isDown: false })),
  ].sort((a, b) => a.line.line - b.line.line)) {
    const name = partName.exec(one.line.text)?.[1];
    if (name === undefined || !isEarlier(one.line)) continue;
    if (one.isDown) gone.set(name, one.line);
    else gone.delete(name);
  }
  const back = ups.find((line) => line.line > start.line);
  return [describe(survey, lead, [...gone].slice(-4), back)];
}

/** What is said now and then all day is no outage. */
function isRate(survey: Survey, { first, last, count }: MessageGroup): boolean {
  return count > 3 && last.line - first.line > survey.info.lines * 0.8;
}

function matching(survey: Survey, words: RegExp, except: readonly MessageGroup[]): MessageGroup[] {
  return survey.groups.filter((group) => !except.includes(group) && words.test(group.message));
}

function describe(
  survey: Survey,
  lead: MessageGroup,
  gone: readonly (readonly [string, GroupLine])[],
  back: GroupLine | undefined,
): Observation {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const at = (timeMs: number | undefined) => words(timeMs === undefined ? '' : ` at ${times.at(timeMs)}`);
  const range = (line: number) => ({ document: survey.info.name, lineStart: line, lineEnd: line });
  const names = join(
    gone.map(([name, line]) => say`${name} down${at(line.timeMs)}`),
    ', ',
  );
  const until =
    back?.timeMs === undefined || lead.first.timeMs === undefined
      ? at(lead.first.timeMs)
      : words(` ${times.span(lead.first.timeMs, back.timeMs)}`);
  const story = gone.length === 0 ? words('') : say`: ${names}, then none was left`;
  return {
    rule: 'upstream.none',
    kind: 'failure',
    title: say`${shorten(lead.message, 90)}${until}${story}`,
    details: [
      ...gone.map(([name, line]) => ({ text: say`${name} goes down${at(line.timeMs)}`, ranges: [range(line.line)] })),
      { text: say`From then on nobody was left to answer${at(lead.first.timeMs)}`, ranges: [range(lead.first.line)] },
      ...(back === undefined
        ? []
        : [{ text: say`The first comes back${at(back.timeMs)}`, ranges: [range(back.line)] }]),
    ],
    severity: 'critical',
    role: 'cause',
    certainty: 'likely',
    count: lead.count,
    document: survey.info.name,
    firstLine: lead.first.line,
    ...(lead.first.timeMs === undefined ? {} : { firstTimeMs: lead.first.timeMs }),
    ...(lead.last.timeMs === undefined ? {} : { lastTimeMs: back?.timeMs ?? lead.last.timeMs }),
    evidence: [range(lead.first.line), ...gone.map(([, line]) => range(line.line))],
    signature: 'no upstream left',
    subjects:
      `${lead.message} ${gone.map(([name]) => name).join(' ')} 502 503 unavailable outage down server backend upstream`.toLowerCase(),
    next: ['Look into the log of each of them at the time it went down: its health check, its load, its own failures.'],
    weight: 72,
  };
}
