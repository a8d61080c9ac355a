import type { LineRange } from '../../formats/reading.ts';
import type { Claim, Observation } from '../detect/observation.ts';
import type { Evidence, Scene } from '../investigation.ts';
import { captureNext } from '../tell/capture-next.ts';
import { type Draft, emptyDraft } from '../tell/draft.ts';
import { join, number, plural, say, type Text, words } from '../wording/say.ts';
import { compareConfigFiles, compareLoggedSettings } from './compare-settings.ts';
import {
  compareKinds,
  compareNumbers,
  compareObservations,
  type MovedNumber,
  type ObservationChange,
} from './compare-surveys.ts';

/** What is new, gone, more frequent, slower or changed in each file against the first one. */
export async function answerComparison(run: Scene, evidence: Evidence): Promise<Draft> {
  const heads: Text[] = [];
  const proof: Claim[] = [];
  const also: Claim[] = [];
  const used: Observation[] = [];
  for (let other = 1; other < run.files.length; other++) {
    const part = await compareOne(run, evidence, other);
    const name = say`${run.files[other]!.name}`;
    const prefix = run.files.length > 2 ? say`${name}: ` : words('');
    heads.push(say`${prefix}${part.head}`);
    proof.push(...part.proof.map((claim) => ({ ...claim, text: say`${prefix}${claim.text}` })));
    also.push(...part.also.map((claim) => ({ ...claim, text: say`${prefix}${claim.text}` })));
    used.push(...part.used);
  }
  const hasChange = proof.length > 0;
  return {
    ...emptyDraft,
    verdict: hasChange ? 'CONFIRMED' : 'INCONCLUSIVE',
    cause: hasChange ? join(heads, '; ') : words('No relevant difference between these files'),
    explanation: [{ text: say`Compared with ${run.files[0]!.name}, the baseline`, ranges: [] }],
    proof: proof.slice(0, 40),
    also: also.slice(0, 14),
    unsettled: hasChange ? [] : [words('I compared findings, kinds of lines and numbers of both')],
    next: hasChange
      ? [...new Set(used.flatMap((one) => one.next))].slice(0, 2)
      : captureNext(run.files.map((file) => file.reading.fileType)),
    used,
    signature: used[0]?.signature ?? null,
  };
}

interface Part {
  head: Text;
  proof: Claim[];
  also: Claim[];
  used: Observation[];
}

async function compareOne(run: Scene, evidence: Evidence, other: number): Promise<Part> {
  const observationsOf = (index: number) =>
    evidence.observations.filter((one) => run.documents.fileOf(one.document) === index && one.severity !== 'info');
  const surveysOf = (index: number) =>
    evidence.surveys.filter((survey) => run.documents.fileOf(survey.info.name) === index);
  const linesOf = (index: number) => run.files[index]!.reading.documents.reduce((sum, info) => sum + info.lines, 0);
  const files = await compareConfigFiles(run, 0, other);
  const logged = await compareLoggedSettings(run, 0, other);
  const settings = { changes: files.changes + logged.changes, claims: [...files.claims, ...logged.claims] };
  const isSetting = ({ document, lineStart }: LineRange) =>
    logged.ranges.some((range) => range.document === document && range.lineStart === lineStart);
  const changes = compareObservations(observationsOf(0), observationsOf(other), {
    baseline: linesOf(0),
    other: linesOf(other),
  }).filter(({ observation }) => !observation.evidence.every(isSetting));
  const numbers = compareNumbers(surveysOf(0), surveysOf(other));
  const kinds = compareKinds(surveysOf(0), surveysOf(other));
  const isNoSetting = ({ ranges }: Claim) => !ranges.every(isSetting);
  const facts = changedFacts(run, other);
  const telling = changes.filter(
    ({ observation }) => observation.severity !== 'warning' || observation.kind !== 'failure',
  );
  run.step(
    'compare',
    { baseline: run.files[0]!.name, other: run.files[other]!.name },
    `${changes.length} findings and ${settings.changes} settings differ, ${numbers.length} numbers moved`,
  );
  return {
    head: headOf(changes, settings, numbers),
    proof: [
      ...settings.claims,
      ...(telling.length > 0 ? telling : changes).slice(0, 16).map(claimOf),
      ...numbers.map(({ claim }) => claim),
    ],
    also: [
      ...files.notes,
      ...facts,
      ...kinds.new.filter(isNoSetting).map((claim) => ({ ...claim, text: say`Only here: ${claim.text}` })),
      ...kinds.gone.filter(isNoSetting).map((claim) => ({ ...claim, text: say`Only in the baseline: ${claim.text}` })),
    ],
    used: changes
      .filter((change) => change.kind === 'new' || change.kind === 'more')
      .map((change) => change.observation)
      .slice(0, 12),
  };
}

const kindWords = { new: 'New', gone: 'Gone', more: 'More often', less: 'Less often' } as const;

function claimOf(change: ObservationChange): Claim {
  const { kind, observation, before, after } = change;
  const counts = kind === 'more' || kind === 'less' ? words(` (${number(after)}, was ${number(before)})`) : words('');
  return {
    text: say`${words(kindWords[kind])}: ${observation.title}${counts}`,
    ranges: observation.evidence.slice(0, 2),
  };
}

function headOf(
  changes: readonly ObservationChange[],
  settings: { changes: number; claims: readonly Claim[] },
  numbers: readonly MovedNumber[],
): Text {
  const parts: Text[] = [];
  if (settings.changes > 0)
    parts.push(
      say`${plural(settings.changes, 'configuration change')}${
        settings.changes <= 2
          ? say` (${join(
              settings.claims.slice(0, 2).map((claim) => claim.text),
              '; ',
            )})`
          : words('')
      }`,
    );
  const fresh = changes.filter((change) => change.kind === 'new');
  const [first] = fresh;
  if (first !== undefined)
    parts.push(
      say`new: ${first.observation.title}${words(fresh.length > 1 ? ` and ${number(fresh.length - 1)} more` : '')}`,
    );
  // Whoever waits four times as long does not look below the headline.
  const slow = numbers.find(({ ratio, isSlower }) => isSlower && ratio >= 2);
  if (slow !== undefined) parts.push(slow.claim.text);
  const more = changes.find((change) => change.kind === 'more');
  if (more !== undefined) parts.push(say`more frequent: ${more.observation.title}, was ${more.before}`);
  const gone = changes.filter((change) => change.kind === 'gone');
  if (gone.length > 0)
    parts.push(
      say`gone: ${gone[0]!.observation.title}${words(gone.length > 1 ? ` and ${number(gone.length - 1)} more` : '')}`,
    );
  const [moved] = numbers;
  if (moved !== undefined && slow === undefined && parts.length < 3) parts.push(moved.claim.text);
  return parts.length === 0 ? words('nothing relevant differs') : join(parts, '; ');
}

/** Facts both readers give under one label with different values: kernel version, build. */
function changedFacts(run: Scene, other: number): Claim[] {
  const before = run.files[0]!.reading.facts;
  const after = run.files[other]!.reading.facts;
  return Object.keys(after)
    .filter(
      (name) => typeof after[name] === 'string' && typeof before[name] === 'string' && after[name] !== before[name],
    )
    .slice(0, 6)
    .map((name) => ({ text: say`${name} is ${String(after[name])}, was ${String(before[name])}`, ranges: [] }));
}
