import { anyOf } from '#core/any-of.ts';
import { percent } from '../detect/amounts.ts';
import type { Claim } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import type { Survey } from '../survey/survey.ts';
import { extent } from './answer-absence.ts';
import { asClaim } from './answer-cause.ts';
import { sourcesOf } from './answer-count.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, lookUp, totalLines } from './look-up.ts';
import { join, number, plural, say, type Text, words } from './say.ts';
import { durationWords } from './times.ts';

const asksForWhole = anyOf(
  [
    /what (?:is|kind of|type of|sort of) (?:this|that|the|a)?\s*(?:file|log|capture|dump|trace|document|attachment)?\b.{0,20}(?:file|log|capture|dump|trace|document|this)?/,
    /what(?:'s| is) (?:in|inside) (?:this|the|that|it)/,
    /what (?:does|do) (?:this|the|it|they)\b.{0,30}\b(?:contain|show|tell|say|hold|cover)/,
    /describe (?:this|the|it)|summar(?:y|i[sz]e\w*)|overview|tl;?dr|in a nutshell|give me the gist/,
    /what am i looking at/,
  ],
  { before: String.raw`\b(?:`, after: String.raw`)\b`, flags: 'i' },
);
const asksForOne = /\b(?:why|cause|reason|error code|how many|which|when|who|problems?|troubles?|issues?|wrong)\b/i;
const asksForTrouble = /\b(?:errors?|failures?|exceptions?|problems?|issues?|wrong|crashes|outages?|incidents?)\b/i;
const kinds: Record<string, string> = {
  log: 'A log',
  capture: 'A console or modem capture',
  dmesg: 'A kernel log',
  bugreport: 'A bug report',
  ramdump: 'A memory dump',
  pcap: 'A network capture',
  perfetto: 'A trace',
  config: 'A configuration',
};

/** "What is this file?", "summarise": what it is of, who writes in it, how loud it is, what stands out and what is usual. */
export function answerOverview(run: Investigation, evidence: Evidence): Draft | undefined {
  const { text, phrases, terms } = run.question;
  const [file] = run.files;
  const named = terms.filter(
    (term) =>
      !/^(?:contain\w*|gist|nutshell|tl|dr|tldr|attachment|document|dump|capture|trace|looking|hold|cover|short|brief|briefly|quick|content|contents|inside|sort)$/i.test(
        term,
      ),
  );
  if (file === undefined || run.files.length > 1 || phrases.length > 0 || named.length > 0) return undefined;
  if (!asksForWhole.test(text) || asksForOne.test(text) || text.length > 200) return undefined;
  // A summary of what failed lists what failed.
  const tellsOfFailures = evidence.surveys.some(({ groups }) => groups.some(({ isFailure }) => isFailure));
  if (asksForTrouble.test(text) && tellsOfFailures) return undefined;
  const lines = run.documents.infos.reduce((sum, info) => sum + info.lines, 0);
  const what = words(kinds[file.reading.fileType] ?? 'A text');
  const sources = sourcesOf(evidence.surveys);
  const who =
    sources.length === 0
      ? words('')
      : say` of ${join(
          sources.slice(0, 5).map(([name]) => say`${name}`),
          ', ',
        )}${words(sources.length > 5 ? ` and ${sources.length - 5} more` : '')}`;
  const [first, ...others] = evidence.observations.filter((one) => one.severity !== 'info' && one.isRoutine !== true);
  const worst =
    first === undefined ? words('; nothing in it stands out as wrong') : say`; what stands out most: ${first.title}`;
  const usual = groupsOf(evidence.surveys)
    .filter(({ group }) => group.severity === 'info')
    .sort((a, b) => b.group.count - a.group.count)
    .slice(0, 5);
  return lookUp({
    cause: say`${what}${who}: ${plural(lines, 'line')}${span(run)}${worst}`,
    explanation: [loudness(evidence.surveys), busy(sources, evidence.surveys)]
      .filter((told) => told !== undefined)
      .map((told) => ({ text: told, ranges: [] })),
    proof: [
      ...[first, ...others]
        .filter((one) => one !== undefined)
        .slice(0, 5)
        .map(asClaim),
      ...extent(run),
    ],
    also: usual.map((one): Claim => ({ ...claimOf(one), text: say`Usual: ${claimOf(one).text}` })),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 8),
    maxAlso: 5,
  });
}

function span(run: Investigation): Text {
  const timed = run.documents.infos.filter((info) => info.firstTimeMs !== undefined && info.lastTimeMs !== undefined);
  if (timed.length === 0) return words('');
  const lengths = timed.map((info) => info.lastTimeMs! - info.firstTimeMs!);
  return words(` over ${durationWords(Math.max(...lengths))}`);
}

/** How many lines fail or warn. */
function loudness(surveys: readonly Survey[]): Text | undefined {
  const all = totalLines(surveys);
  if (all === 0) return undefined;
  const groups = surveys.flatMap((survey) => survey.groups);
  const failing = groups.filter((group) => group.isFailure).reduce((sum, group) => sum + group.count, 0);
  const warnings = groups
    .filter((group) => !group.isFailure && group.severity === 'warning')
    .reduce((sum, group) => sum + group.count, 0);
  return words(
    `${number(failing)} lines tell of failures (${percent(failing / all)}), ${number(warnings)} warn, in ${number(groups.filter((group) => group.severity !== 'info').length)} kinds of ${number(groups.length)}`,
  );
}

function busy(sources: readonly [string, number][], surveys: readonly Survey[]): Text | undefined {
  const all = totalLines(surveys);
  if (sources.length < 2 || all === 0) return undefined;
  return say`Most lines come from ${join(
    sources.slice(0, 4).map(([name, count]) => say`${name} (${words(percent(count / all))})`),
    ', ',
  )}`;
}
