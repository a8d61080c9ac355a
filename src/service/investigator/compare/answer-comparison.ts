import type { LineRange } from '../../formats/reading.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import type { Evidence, Scene } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import { captureNext } from '../tell/capture-next.ts';
import { type Draft, emptyDraft } from '../tell/draft.ts';
import { join, number, plural, say, type Text, words } from '../wording/say.ts';
import { compareConfigFiles, compareLoggedSettings } from './compare-settings.ts';
import type { MovedNumber, ObservationChange, Sized } from './compare-surveys.ts';
import { compareNumbers, compareObservations, kindsOnlyIn } from './compare-surveys.ts';

/** What is new, gone, more frequent, slower or changed in each file against the first one. */
export async function answerComparison(run: Scene, evidence: Evidence): Promise<Draft> {
  const parts: Part[] = [];
  for (let other = 1; other < run.files.length; other++) parts.push(await compareOne(run, evidence, other));
  const proof = parts.flatMap((part) => part.proof);
  const used = parts.flatMap((part) => part.used);
  const hasChange = proof.length > 0;
  return {
    ...emptyDraft,
    verdict: hasChange ? 'CONFIRMED' : 'INCONCLUSIVE',
    cause: hasChange
      ? join(
          parts.map(({ head }) => head),
          '; ',
        )
      : words('No relevant difference between these files'),
    explanation: [{ text: say`Compared with ${run.files[0]!.name}, the baseline`, ranges: [] }],
    proof: proof.slice(0, 40),
    also: parts.flatMap((part) => part.also).slice(0, 14),
    unsettled: hasChange ? [] : [words('I compared findings, kinds of lines and numbers of both')],
    next: hasChange
      ? [...new Set(used.flatMap((one) => one.next))].slice(0, 2)
      : captureNext(run.files.map((file) => file.reading.fileType)),
    used,
    signature: used[0]?.signature ?? null,
  };
}

/** A claim with some words before it. */
const behind =
  (lead: Text) =>
  (claim: Claim): Claim => ({ ...claim, text: say`${lead}${claim.text}` });

interface Settings {
  changes: number;
  claims: readonly Claim[];
}

interface Part {
  head: Text;
  proof: Claim[];
  also: Claim[];
  used: Observation[];
}

async function compareOne(run: Scene, evidence: Evidence, other: number): Promise<Part> {
  const [baseline, later] = [sideOf(run, evidence, 0), sideOf(run, evidence, other)];
  const files = await compareConfigFiles(run, other);
  const logged = await compareLoggedSettings(run, other);
  const settings = { changes: files.changes + logged.changes, claims: [...files.claims, ...logged.claims] };
  const isSetting = ({ document, lineStart }: LineRange) =>
    logged.ranges.some((range) => range.document === document && range.lineStart === lineStart);
  const isNoSetting = ({ ranges }: Claim) => !ranges.every(isSetting);
  const changes = compareObservations(baseline, later).filter(
    ({ observation }) => !observation.evidence.every(isSetting),
  );
  const numbers = compareNumbers(baseline.surveys, later.surveys);
  const only = (these: Side, those: Side, lead: string) =>
    kindsOnlyIn(these.surveys, those.surveys)
      .filter(isNoSetting)
      .map(behind(words(lead)));
  const telling = changes.filter(
    ({ observation }) => observation.severity !== 'warning' || observation.kind !== 'failure',
  );
  run.step(
    'compare',
    { baseline: run.files[0]!.name, other: run.files[other]!.name },
    `${changes.length} findings and ${settings.changes} settings differ, ${numbers.length} numbers moved`,
  );
  const told = (telling.length > 0 ? telling : changes).slice(0, 16);
  const onlyOne = [...only(later, baseline, 'Only here: '), ...only(baseline, later, 'Only in the baseline: ')];
  const lead = run.files.length > 2 ? say`${run.files[other]!.name}: ` : words('');
  return {
    head: say`${lead}${headOf(changes, settings, numbers)}`,
    proof: [...settings.claims, ...told.map(claimOf), ...numbers.map(({ claim }) => claim)].map(behind(lead)),
    also: [...files.notes, ...changedFacts(run, other), ...onlyOne].map(behind(lead)),
    used: changes
      .filter((change) => change.kind === 'new' || change.kind === 'more')
      .map((change) => change.observation)
      .slice(0, 12),
  };
}

/** What was found of one of the files. */
interface Side extends Sized {
  surveys: Survey[];
}

function sideOf({ documents, files }: Scene, { observations, surveys }: Evidence, index: number): Side {
  return {
    observations: observations.filter((one) => documents.fileOf(one.document) === index && one.severity !== 'info'),
    surveys: surveys.filter(({ info }) => documents.fileOf(info.name) === index),
    lines: files[index]!.reading.documents.reduce((sum, info) => sum + info.lines, 0),
  };
}

const kindWords = { new: 'New', gone: 'Gone', more: 'More often', less: 'Less often' } as const;

function claimOf({ kind, observation, before, after }: ObservationChange): Claim {
  const counts = kind === 'more' || kind === 'less' ? ` (${number(after)}, was ${number(before)})` : '';
  return {
    text: say`${words(kindWords[kind])}: ${observation.title}${words(counts)}`,
    ranges: observation.evidence.slice(0, 2),
  };
}

function headOf(changes: readonly ObservationChange[], settings: Settings, numbers: readonly MovedNumber[]): Text {
  const of = (kind: ObservationChange['kind']) => changes.filter((change) => change.kind === kind);
  // Whoever waits four times as long does not look below the headline.
  const slow = numbers.find(({ ratio, isSlower }) => isSlower && ratio >= 2);
  const [more] = of('more');
  const parts = [
    ...settingsTold(settings),
    ...firstOf('new', of('new')),
    slow?.claim.text ?? [],
    more === undefined ? [] : say`more frequent: ${more.observation.title}, was ${more.before}`,
    ...firstOf('gone', of('gone')),
  ].flat();
  const [moved] = numbers;
  if (moved !== undefined && slow === undefined && parts.length < 3) parts.push(moved.claim.text);
  return parts.length === 0 ? words('nothing relevant differs') : join(parts, '; ');
}

/** One or two are told, of more how many there are. */
function settingsTold({ changes, claims }: Settings): Text[] {
  if (changes === 0) return [];
  const count = plural(changes, 'configuration change');
  const told = claims.slice(0, 2).map(({ text }) => text);
  return [changes <= 2 ? say`${count} (${join(told, '; ')})` : count];
}

function firstOf(what: string, [first, ...others]: readonly ObservationChange[]): Text[] {
  const more = others.length > 0 ? ` and ${number(others.length)} more` : '';
  return first === undefined ? [] : [say`${words(what)}: ${first.observation.title}${words(more)}`];
}

/** Facts both readers give under one label with different values: kernel version, build. */
function changedFacts(run: Scene, other: number): Claim[] {
  const [before, after] = [run.files[0]!.reading.facts, run.files[other]!.reading.facts];
  return Object.entries(after)
    .flatMap(([name, value]) => {
      const was = before[name];
      if (typeof value !== 'string' || typeof was !== 'string' || value === was) return [];
      return [{ text: say`${name} is ${value}, was ${was}`, ranges: [] }];
    })
    .slice(0, 6);
}
