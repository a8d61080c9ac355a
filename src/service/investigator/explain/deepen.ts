import type { LineRange } from '../../formats/reading.ts';
import { courseOf } from '../detect/course.ts';
import { type Claim, linesAt, type Observation, startOf } from '../detect/observation.ts';
import { distanceWords, isShortlyBefore } from '../detect/spans.ts';
import { fieldsOf } from '../facts/lines/fields-of.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { say, words } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';

const idField =
  /(?:^|[._-])(?:request|trace|correlation|transaction|session|order|job|message|span|user)?[._-]?id$|^(?:trace|request|correlation|txn|session)$|(?:request|trace|correlation|session)Id$/i;
const around = { ms: 10_000, lines: 20 };

/** The further steps of a deep run: the lines of the same request, what stood just before, and the other files then. */
export async function deepen(run: Scene, evidence: Evidence, cause: Observation): Promise<Claim[]> {
  const same = await sameRequest(run, cause);
  const before = justBefore(evidence, cause);
  run.step(
    'timeline',
    { document: cause.document, line: cause.firstLine },
    before === undefined ? 'nothing unusual comes before it' : 'unusual lines come before it',
  );
  const elsewhere = otherFiles(run, cause);
  const notable = elsewhere === undefined ? 'nothing notable in other files' : 'other files have notable lines';
  if (run.documents.infos.length > 1) run.step('other_files', { document: cause.document }, `${notable} at that time`);
  return [same, before, elsewhere].filter((claim) => claim !== undefined);
}

/** Lines of all files that carry an id of the failing line. */
async function sameRequest(run: Scene, cause: Observation): Promise<Claim | undefined> {
  const [place] = cause.evidence;
  if (place === undefined) return undefined;
  const home = await run.documents.open(place.document);
  const [line = ''] = (await home?.lines(place.lineStart, place.lineStart)) ?? [];
  for (const [name, value] of fieldsOf(line, home?.layout).fields) {
    const id = String(value);
    if (!idField.test(name) || id.length < 6 || id.length > 80 || !run.hasTime()) continue;
    const { total, ranges } = await linesWith(run, id);
    run.step('correlate', { [name]: id }, `${total} lines contain it`);
    const others = ranges.filter((range) => range.document !== place.document || range.lineStart !== place.lineStart);
    if (others.length > 0 && total <= 60)
      return { text: say`${total} lines contain the same ${name} ${id}`, ranges: others.slice(0, 6) };
  }
  return undefined;
}

async function linesWith({ documents }: Scene, id: string): Promise<{ total: number; ranges: LineRange[] }> {
  const ranges: LineRange[] = [];
  let total = 0;
  for (const { name } of documents.infos.slice(0, 100)) {
    const document = await documents.open(name);
    const matches = await document?.search({ all: [id], limit: 8, budgetMs: 2000 });
    total += matches?.total ?? 0;
    ranges.push(...(matches?.lines ?? []).map((line) => linesAt(name, line)));
  }
  return { total, ranges };
}

/** Failures, warnings and rare lines within ten seconds (or twenty lines) before the first sign of the cause. */
function justBefore(evidence: Evidence, cause: Observation): Claim | undefined {
  const survey = evidence.surveys.find((one) => one.info.name === cause.document);
  if (survey === undefined || !/^(?:log|dmesg|capture)$/.test(survey.info.fileType)) return undefined;
  const rare = Math.max(2, Math.min(10, survey.linesSeen * 0.0005));
  const start = startOf(cause);
  const near = survey.groups
    .filter((group) => group.severity !== 'info' || group.count <= rare)
    .filter((group) => group.count < 4 || !courseOf(survey, group).isEven)
    // A rule drawn above a report says nothing.
    .filter(({ message }) => /\p{L}{2}/u.test(message))
    .flatMap(({ message, spots }) => spots.map((spot) => ({ message, spot })))
    .filter(({ spot }) => spot.line < start.line && start.line - spot.line <= 400)
    .filter(({ spot }) => isShortlyBefore(spot, start, around))
    .sort((a, b) => b.spot.line - a.spot.line);
  const [last] = near;
  if (last === undefined) return undefined;
  return {
    text: say`Just before it, by ${words(distanceWords(last.spot, start))}: ${last.message.slice(0, 160)}`,
    ranges: near.slice(0, 3).map(({ spot }) => linesAt(survey.info.name, spot.line)),
  };
}

/** Loud events of other documents within ten seconds of the cause, on clocks of the same kind. */
function otherFiles(run: Scene, cause: Observation): Claim | undefined {
  const at = cause.firstTimeMs;
  const clock = run.documents.infos.find((info) => info.name === cause.document)?.clock;
  if (at === undefined || clock === undefined || clock === 'none') return undefined;
  const clocks = new Map(run.documents.infos.map((info) => [info.name, info.clock]));
  const events = run.files
    .flatMap((file, index) =>
      file.reading.timeline.map((event) => ({ ...event, document: run.documents.citedName(index, event.document) })),
    )
    .filter((event) => event.document !== cause.document && clocks.get(event.document) === clock)
    .filter((event) => event.severity !== 'info' && Math.abs(event.timeMs - at) <= around.ms)
    .sort((a, b) => Math.abs(a.timeMs - at) - Math.abs(b.timeMs - at));
  const [nearest] = events;
  if (nearest === undefined) return undefined;
  const side = nearest.timeMs <= at ? 'before' : 'after';
  // One line may stand in the timeline for more than one reason.
  const lines = new Map(events.map(({ document, line }) => [`${line} ${document}`, linesAt(document, line)]));
  return {
    text: say`At that time in other files, ${words(durationWords(nearest.timeMs - at))} ${words(side)} it: ${nearest.text.slice(0, 160)}`,
    ranges: [...lines.values()].slice(0, 5),
  };
}
