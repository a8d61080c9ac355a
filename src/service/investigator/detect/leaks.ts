import type { MessageGroup, Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import { courseOf } from './course.ts';
import type { Observation } from './observation.ts';
import { shorten } from './shorten.ts';

const notGivenBack =
  /\bleak(?:ed|s|ing|age)?\b(?! ?(?:detection|check\w*)? ?(?:is |was )?(?:enabled|disabled|threshold|off|on\b|interval))|\b(?:connection|session|cursor|statement|handle|socket|channel|lease|slot|transaction)s?\b.{0,60}\b(?:(?:not|never) (?:been )?(?:closed|returned|released|freed)|(?:open|held|out|checked out|in use|idle in transaction|unreturned) (?:for|since) (?:more than )?\d|abandoned)/i;
const resource = /\b(connection|session|cursor|statement|handle|socket|channel|lease|slot|transaction|thread)s?\b/i;
const takenBy =
  /\b(?:taken|acquired|opened|held|used|checked out|owned|borrowed|leaked|created|obtained|kept) (?:by|at|in|from) ["'`]?([A-Za-z_$][\w$.:#/-]{2,100}[\w])/i;
const identifier = /^\W{0,3}([A-Za-z]\w*(?:[_.-]\w+)+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+)\b/;
const fewest = 3;

/** Who takes something from a pool and does not give it back, where lines say so: by class, job or place in the code. */
export function observeLeaks(survey: Survey): Observation[] {
  const found = survey.groups.filter((group) => group.count >= fewest && notGivenBack.test(textOf(group)));
  const byHolder = new Map<string, MessageGroup[]>();
  for (const group of found) {
    const holder = holderOf(group);
    if (holder !== undefined) byHolder.set(holder, [...(byHolder.get(holder) ?? []), group]);
  }
  return [...byHolder]
    .map(([holder, groups]) => describe(survey, holder, groups))
    .sort((a, b) => b.count - a.count)
    .slice(0, 3);
}

function textOf(group: MessageGroup): string {
  return `${group.message} ${group.detail ?? ''}`.slice(0, 600);
}

function holderOf(group: MessageGroup): string | undefined {
  const told = takenBy.exec(textOf(group))?.[1];
  if (told !== undefined) return told;
  const [frame] = [...group.frames].sort((a, b) => b[1] - a[1]);
  if (frame !== undefined && frame[1] >= group.count * 0.5) return frame[0];
  return identifier.exec(group.message)?.[1];
}

function describe(survey: Survey, holder: string, groups: readonly MessageGroup[]): Observation {
  const [main] = [...groups].sort((a, b) => b.count - a.count);
  const group = main!;
  const count = groups.reduce((sum, one) => sum + one.count, 0);
  const what = resource.exec(textOf(group))?.[1]?.toLowerCase() ?? 'what it takes';
  const { onset } = courseOf(survey, group);
  const times = timeWordsOf(survey.info, survey.isZoned);
  const line = (at: number) => ({ document: survey.info.name, lineStart: at, lineEnd: at });
  const since = onset.timeMs === undefined ? '' : ` since ${times.at(onset.timeMs)}`;
  return {
    group,
    rule: 'resource.leak',
    kind: 'trend',
    title: say`${holder} takes ${words(/^what/.test(what) ? what : `${what}s`)} and does not give them back: ${shorten(group.message, 90)}, ${words(`${number(count)} times${since}`)}`,
    details: [
      {
        text: words('The first and the last line that tells of it'),
        ranges: [group.first, group.last].map((spot) => ({
          ...line(spot.line),
          lineEnd: Math.min(spot.lineEnd, spot.line + 5),
        })),
      },
    ],
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count,
    document: survey.info.name,
    firstLine: onset.line,
    ...(onset.timeMs === undefined ? {} : { firstTimeMs: onset.timeMs }),
    ...(group.last.timeMs === undefined ? {} : { lastTimeMs: group.last.timeMs }),
    evidence: [line(group.first.line), line(group.last.line)],
    signature: `leak ${holder}`,
    owner: holder,
    subjects: `${holder} ${textOf(group)} leak pool connection exhausted used up held`.toLowerCase(),
    next: [
      'Close or return it on every path, errors too: look at the place named above and at what it does when it fails.',
    ],
    weight: 52 + Math.min(10, Math.log2(count)),
  };
}
