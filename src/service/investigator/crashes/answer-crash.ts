import { crashKind } from '../../formats/dmesg/crash/crash-kinds.ts';
import type { Finding } from '../../formats/reading.ts';
import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, prose, say, type Text, words } from '../answer/say.ts';
import { timeWordsOf } from '../answer/times.ts';
import { timesOf } from '../calculate/told.ts';
import { observeFindings } from '../detect/read-findings.ts';
import type { Investigation } from '../investigation.ts';
import { type CrashAsked, crashAsked, type Part } from './crash-asked.ts';
import { areOfKind, kindAsked } from './kind-asked.ts';
import { toldInReport } from './told-in-report.ts';

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
  const looked = reports.length === 0 ? undefined : ((await ofKind(run, reports)) ?? (await fromReport(run, reports)));
  if (looked !== undefined) return looked;
  const asked = reports.length === 0 ? undefined : crashAsked(run.question.text);
  if (asked === undefined || asked.wants === 'why') return undefined;
  const ends = reports.filter(({ severity }) => severity === 'critical');
  const crashes = asked.wants in sentences || ends.length === 0 ? reports : ends;
  const used = observationsOf(run, crashes);
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

/** "Is it a use after free?": of the kind that a report's title tells, and of no other because some report is there. */
async function ofKind(run: Investigation, reports: readonly Finding[]): Promise<Draft | undefined> {
  const asked = kindAsked(run.question.text);
  if (asked === undefined) return undefined;
  const { kind, isWhen } = asked;
  const found = areOfKind(reports, kind);
  const told = found.length > 0 ? found : reports;
  const all = await listed(run, told);
  const used = observationsOf(run, told);
  const proof = used.slice(0, mostTold).map(({ title, evidence }) => ({ text: title, ranges: evidence }));
  if (found.length > 0) return lookUp({ cause: isWhen ? all : say`Yes: ${all}`, proof, used });
  const near = await firstLine(run, reports, kind.said);
  if (near === undefined) return lookUp({ cause: say`No ${words(kind.name)} is reported: it is ${all}`, proof, used });
  return lookUp({
    verdict: 'LIKELY',
    cause: say`No report is titled as ${words(kind.name)}, but a line may tell of one: ${near.text.slice(0, 160)}`,
    proof: [{ text: words('The line'), ranges: [near.range] }, ...proof],
    used,
  });
}

/** "Was the kernel tainted", "which syscall": as a line of the first report says it. */
async function fromReport(run: Investigation, reports: readonly Finding[]): Promise<Draft | undefined> {
  const asked = toldInReport(run.question.text);
  const line = asked === undefined ? undefined : await firstLine(run, reports, asked.search);
  const value = line === undefined ? undefined : asked!.reads.exec(line.text)?.[1];
  if (value === undefined) return undefined;
  return lookUp({
    cause: say`${words(asked!.head)}${value.trim()}, with ${prose(reports[0]!.title)}`,
    proof: [{ text: words('The line'), ranges: [line!.range] }],
  });
}

/** The first line of that form in the text which holds the reports. */
async function firstLine(run: Investigation, [first]: readonly Finding[], pattern: string) {
  const name = run.documents.citedName(0, first!.evidence[0]!.document);
  const document = await run.documents.open(name);
  const lineStart = (await document?.search({ pattern, limit: 1, enough: 1, budgetMs: 2000 }))?.firstLine;
  if (document === undefined || lineStart === undefined) return undefined;
  const [text = ''] = await document.lines(lineStart, lineStart);
  return { text, range: { document: name, lineStart, lineEnd: lineStart } };
}

function observationsOf(run: Investigation, crashes: readonly Finding[]) {
  const cited = new Set(crashes.map(({ title }) => title));
  return observeFindings(run.files[0]!.reading, (document) => run.documents.citedName(0, document)).filter((one) =>
    cited.has(one.title.plain),
  );
}

/** Each with its time: "kernel panic: ..., at 3.269 s after boot". */
async function listed(run: Investigation, crashes: readonly Finding[]): Promise<Text> {
  const name = run.documents.citedName(0, crashes[0]!.evidence[0]!.document);
  const info = run.documents.infos.find((one) => one.name === name);
  const times = info?.clock === 'boot' ? timeWordsOf(info) : await timesOf(run);
  const titled = ({ title, count, firstTimeMs }: Finding): Text => {
    const at = firstTimeMs === undefined ? '' : `, ${count > 1 ? 'first ' : ''}at ${times.at(firstTimeMs)}`;
    return say`${prose(title)}${words(at)}${words(count > 1 ? `, ${count} times` : '')}`;
  };
  return join(crashes.slice(0, mostTold).map(titled), '; ');
}

async function headOf(run: Investigation, { wants }: CrashAsked, crashes: readonly Finding[]): Promise<Text> {
  const first = crashes[0]!;
  const all = await listed(run, crashes);
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
