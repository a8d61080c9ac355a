import { crashKind } from '../../formats/dmesg/crash/crash-kinds.ts';
import type { Finding } from '../../formats/reading.ts';
import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, prose, say, type Text, words } from '../answer/say.ts';
import { timesOf } from '../calculate/told.ts';
import { observeFindings } from '../detect/read-findings.ts';
import type { Investigation } from '../investigation.ts';
import { type CrashAsked, crashAsked, type Part } from './crash-asked.ts';

const mostTold = 6;

/** The sentence of a crash's explanation that tells each part of the report. */
const sentences: Record<Part, RegExp> = {
  function: /^The function to look at is /,
  file: /^The source file to look at is /,
  task: /^It ran in /,
  processor: /^It ran in .* on CPU \d+/,
};
const nouns: Record<Part, string> = {
  function: 'function',
  file: 'source file',
  task: 'task',
  processor: 'processor',
};

/** "Why did it panic?": what is asked is the cause the report states, whatever its words are. */
export function asksWhyItCrashed(text: string, files: Investigation['files']): boolean {
  return crashAsked(text)?.wants === 'why' && crashesOf(files).length > 0;
}

/** "When did it crash", "which driver is at fault": from the reports that the kernel's log holds, in whose words it is told. */
export async function answerCrash(run: Investigation): Promise<Draft | undefined> {
  const reports = crashesOf(run.files);
  const asked = reports.length === 0 ? undefined : crashAsked(run.question.text);
  if (asked === undefined || asked.wants === 'why') return undefined;
  const ends = reports.filter(({ severity }) => severity === 'critical');
  const crashes = asked.wants in sentences || ends.length === 0 ? reports : ends;
  const cited = new Set(crashes.map(({ title }) => title));
  const used = observeFindings(run.files[0]!.reading, (document) => run.documents.citedName(0, document)).filter(
    (one) => cited.has(one.title.plain),
  );
  return lookUp({
    cause: await headOf(run, asked, crashes),
    explanation: used.slice(0, 1).flatMap(({ details }) => details),
    proof: used.slice(0, mostTold).map(({ title, evidence }) => ({ text: title, ranges: evidence })),
    used,
  });
}

/** The reports of a kernel's log, first cause first. */
function crashesOf(files: Investigation['files']): Finding[] {
  const [file] = files;
  if (file === undefined || files.length > 1 || !/^(?:dmesg|ramdump)$/.test(file.reading.fileType)) return [];
  return file.reading.findings.filter(
    ({ rule, signature, evidence }) =>
      evidence.length > 0 && signature !== undefined && crashKind(signature).rule === rule,
  );
}

async function headOf(run: Investigation, { wants }: CrashAsked, crashes: readonly Finding[]): Promise<Text> {
  const first = crashes[0]!;
  const times = await timesOf(run);
  const titled = ({ title, count, firstTimeMs }: Finding): Text => {
    const at =
      firstTimeMs === undefined
        ? ''
        : count > 1
          ? `, first at ${times.at(firstTimeMs)}`
          : `, at ${times.at(firstTimeMs)}`;
    return say`${prose(title)}${words(at)}${words(count > 1 ? `, ${count} times` : '')}`;
  };
  const all = join(crashes.slice(0, mostTold).map(titled), '; ');
  // After a warning the kernel goes on.
  if (!(wants in sentences) && first.severity !== 'critical')
    return say`${words(wants === 'whether' ? 'No: no' : 'No')} crash is reported; the kernel went on after ${all}`;
  switch (wants) {
    case 'whether':
      return say`Yes: ${all}`;
    case 'how often': {
      const total = crashes.reduce((sum, { count }) => sum + count, 0);
      return say`${plural(total, 'crash report')}: ${all}`;
    }
    case 'when':
    case 'why':
      return all;
    default: {
      const told = first.explanation.split(/(?<=\.) (?=[A-Z])/).find((sentence) => sentences[wants].test(sentence));
      return told === undefined
        ? say`The report names no ${words(nouns[wants])}: ${prose(first.title)}`
        : say`${prose(told.replace(/\.$/, ''))}: ${prose(first.title)}`;
    }
  }
}
