import { courseOf } from '../detect/course.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import { fieldsOf } from '../facts/lines/fields-of.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { plural, say, words } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';

const idField =
  /(?:^|[._-])(?:request|trace|correlation|transaction|session|order|job|message|span|user)?[._-]?id$|^(?:trace|request|correlation|txn|session)$|(?:request|trace|correlation|session)Id$/i;
const aroundMs = 10_000;

/** The further steps of a deep run: the lines of the same request, what stood just before, and the other files then. */
export async function deepen(run: Scene, evidence: Evidence, cause: Observation): Promise<Claim[]> {
  const claims: Claim[] = [];
  const same = await sameRequest(run, cause);
  if (same !== undefined) claims.push(same);
  const before = justBefore(evidence, cause);
  if (before !== undefined) claims.push(before);
  run.step(
    'timeline',
    { document: cause.document, line: cause.firstLine },
    before === undefined ? 'nothing unusual comes before it' : 'unusual lines come before it',
  );
  const elsewhere = otherFiles(run, cause);
  if (run.documents.infos.length > 1)
    run.step(
      'other_files',
      { document: cause.document },
      elsewhere === undefined
        ? 'nothing notable in other files at that time'
        : 'other files have notable lines at that time',
    );
  if (elsewhere !== undefined) claims.push(elsewhere);
  return claims;
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
    const ranges: Claim['ranges'] = [];
    let total = 0;
    for (const info of run.documents.infos.slice(0, 100)) {
      const document = await run.documents.open(info.name);
      const matches = await document?.search({ all: [id], limit: 8, budgetMs: 2000 });
      total += matches?.total ?? 0;
      for (const found of matches?.lines ?? []) ranges.push({ document: info.name, lineStart: found, lineEnd: found });
    }
    run.step('correlate', { [name]: id }, `${total} lines contain it`);
    const others = ranges.filter((range) => range.document !== place.document || range.lineStart !== place.lineStart);
    if (others.length > 0 && total <= 60)
      return { text: say`${total} lines contain the same ${name} ${id}`, ranges: others.slice(0, 6) };
  }
  return undefined;
}

/** Failures, warnings and rare lines within ten seconds (or twenty lines) before the first sign of the cause. */
function justBefore(evidence: Evidence, cause: Observation): Claim | undefined {
  const survey = evidence.surveys.find((one) => one.info.name === cause.document);
  if (survey === undefined || !/^(?:log|dmesg|capture)$/.test(survey.info.fileType)) return undefined;
  const rare = Math.max(2, Math.min(10, survey.linesSeen * 0.0005));
  const near = survey.groups
    .filter((group) => group.severity !== 'info' || group.count <= rare)
    .filter((group) => group.count < 4 || !courseOf(survey, group).isEven)
    .flatMap((group) => group.spots.map((spot) => ({ group, spot })))
    .filter(({ spot }) => spot.line < cause.firstLine && cause.firstLine - spot.line <= 400)
    .filter(({ spot }) =>
      cause.firstTimeMs === undefined || spot.timeMs === undefined
        ? cause.firstLine - spot.line <= 20
        : cause.firstTimeMs - spot.timeMs <= aroundMs,
    )
    .sort((a, b) => b.spot.line - a.spot.line);
  const [last] = near;
  if (last === undefined) return undefined;
  const distance =
    cause.firstTimeMs !== undefined && last.spot.timeMs !== undefined
      ? words(durationWords(cause.firstTimeMs - last.spot.timeMs))
      : plural(cause.firstLine - last.spot.line, 'line');
  return {
    text: say`Just before it, by ${distance}: ${last.group.message.slice(0, 160)}`,
    ranges: near
      .slice(0, 3)
      .map(({ spot }) => ({ document: survey.info.name, lineStart: spot.line, lineEnd: spot.line })),
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
    .filter((event) => event.severity !== 'info' && Math.abs(event.timeMs - at) <= aroundMs)
    .sort((a, b) => Math.abs(a.timeMs - at) - Math.abs(b.timeMs - at))
    .filter(isOfNewLine());
  const [nearest] = events;
  if (nearest === undefined) return undefined;
  const side = nearest.timeMs <= at ? 'before' : 'after';
  return {
    text: say`At that time in other files, ${words(durationWords(nearest.timeMs - at))} ${words(side)} it: ${nearest.text.slice(0, 160)}`,
    ranges: events
      .slice(0, 5)
      .map((event) => ({ document: event.document, lineStart: event.line, lineEnd: event.line })),
  };
}

/** One line may stand in the timeline for more than one reason. */
function isOfNewLine(): (event: { document: string; line: number }) => boolean {
  const seen = new Set<string>();
  return ({ document, line }) => {
    const key = `${line} ${document}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
