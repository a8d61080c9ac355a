import { oncePer } from '#core/once-per.ts';
import type { DocumentInfo } from '../../formats/reading.ts';
import type { Scene } from '../investigation.ts';
import { chooseTexts } from '../survey/choose-texts.ts';
import type { Survey } from '../survey/survey.ts';
import { surveyDocument } from '../survey/survey-document.ts';
import type { Draft } from '../tell/draft.ts';
import { plural, say, words } from '../wording/say.ts';

/** Texts whose lines are events by themselves; the others speak through their reader's findings. */
const eventTexts = ({ documents }: Scene): DocumentInfo[] =>
  documents.infos.filter(
    ({ writing, lines, fileType }) =>
      writing === undefined && lines > 0 && /^(?:log|capture|dmesg|bugreport|ramdump)$/.test(fileType),
  );

/** Of each text that is longer than that, beside the counts of all of its lines. */
const maxSampledLines = { quick: 24_000, deep: 60_000 } as const;
const maxSurveyLines = { quick: 200_000, deep: 260_000 } as const;

/** Of more texts their readers' findings are taken alone. */
const maxTexts = { quick: 300, deep: 1000 } as const;

/**
 * Looks the texts through once, the most telling first; what each question needs beyond is looked up in them. They come
 * back in the order of the archive.
 */
export const surveyAll = oncePer(surveyTexts);

async function surveyTexts(run: Scene): Promise<Survey[]> {
  const all = eventTexts(run);
  const texts = chooseTexts(
    all,
    run.files.map(({ reading }, index) => ({ reading, citedName: (name) => run.documents.citedName(index, name) })),
    maxTexts[run.mode],
  );
  let linesLeft = maxSurveyLines[run.mode];
  const surveys: Survey[] = [];
  let scannedBytes = 0;
  for (const info of texts) {
    if (linesLeft <= 0 || !run.hasTime()) break;
    const document = await run.documents.open(info.name);
    if (document === undefined) continue;
    const survey = await surveyDocument(document, {
      signal: run.signal,
      maxLines: linesLeft,
      maxSampled: maxSampledLines[run.mode],
    });
    linesLeft -= Math.min(60_000, survey.linesSeen);
    scannedBytes += info.sizeBytes;
    surveys.push(survey);
    run.progress(`${info.name} looked through`, scannedBytes);
  }
  const lines = surveys.reduce((sum, survey) => sum + survey.linesSeen, 0);
  const failing = surveys.reduce((sum, survey) => sum + survey.groups.filter((group) => group.isFailure).length, 0);
  const left = all.length - surveys.length;
  run.step(
    'survey',
    { documents: surveys.length, ...(left > 0 ? { leftOut: left } : {}) },
    `${lines} lines read, ${failing} kinds of failures`,
  );
  const place = new Map(all.map(({ name }, index) => [name, index]));
  return surveys.sort((a, b) => place.get(a.info.name)! - place.get(b.info.name)!);
}

/** Says what was not looked through line by line, where that is so. */
export function withLeftOut<T extends Draft>(draft: T, run: Scene, surveys: readonly Survey[]): T {
  const surveyed = new Set(surveys.map(({ info }) => info.name));
  const left = eventTexts(run).filter(({ name }) => !surveyed.has(name));
  const [first] = left;
  if (first === undefined) return draft;
  const told = say`${plural(left.length, 'text')} of ${left.length + surveys.length} (${first.name}${words(left.length > 1 ? ' and others' : '')}) ${words(left.length === 1 ? 'was' : 'were')} not read line by line: those that seemed least relevant by findings, name, age and size`;
  return { ...draft, unsettled: [...draft.unsettled, told] };
}
