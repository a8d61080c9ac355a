import type { Finding } from '../../formats/reading.ts';
import { eachLine, rangeAt } from '../calculate/pass.ts';
import { timesOf } from '../calculate/told.ts';
import type { Claim } from '../detect/observation.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { extent } from './answer-absence.ts';
import { answerErrors } from './answer-errors.ts';
import type { Draft } from './draft.ts';
import { claimOf, groupsOf, lookUp } from './look-up.ts';
import { join, plural, prose, say, words } from './say.ts';
import { durationWords, timeWordsOf } from './times.ts';

const asksForGaps =
  /\b(?:gaps?|silences?|holes?|missing (?:time|periods?|hours?|minutes?|stretch\w*)|nothing (?:was |is )?(?:logged|written)|stop(?:s|ped)? logging)\b/i;
const asksForOrder =
  /\b(?:in (?:(?:chronological|time|the right|correct|temporal|proper) )?order|chronological\w*|out of order|unordered|sorted|monotonic\w*|(?:go|jump)(?:es|s)? back(?:wards?)?|clock jumps?)\b/i;
const asksForSpan =
  /\b(?:time ?(?:span|range|frame)|(?:what|which) (?:span|period|range|days?|dates?)\b.{0,30}\b(?:cover\w*|span\w*|log|file|this|it)|from when (?:to|until) when|when does (?:this|the|it)(?: log| file)? (?:start|begin|end)|how long is (?:this|the) (?:log|file|record\w*|capture))\b/i;
const asksForEnd =
  /\b(?:the )?(first|last|final) (?:line|entry|record|row)s?(?: (?:of|in) (?:this|the|that)\b.{0,12})?\s*\??$/i;
const asksForRare =
  /\b(?:rarest|least (?:frequent|common|often)|(?:only|just|exactly) once|one-?offs?|outliers?|rare (?:lines?|messages?|errors?|events?|entries|ones?))\b/i;
const asksForKinds =
  /\bhow many (?:distinct|different|unique|kinds of|types of|sorts of|various) (?:kinds of |types of )?(?:errors?|failures?|exceptions?)\b/i;

const stampNouns = '(?:time ?stamps?|times|clocks?|dates)';
/** Whether the times can be believed. */
const asksForSense = new RegExp(
  String.raw`\b${stampNouns}\b.{0,30}\b(?:make sense|plausible|correct|right|consistent|sane|okay|ok|in sync|trustworthy|reliable|believable|wrong|weird|odd|strange|broken|messed up|jump\w*)\b|\b(?:trust|believe|rely on) (?:the |these |its |this |those )?(?:log'?s? |file'?s? )?${stampNouns}\b|\b(?:odd|strange|wrong|off|weird|fishy|suspicious) (?:with|about|in) (?:the |these |its )?(?:log'?s? |file'?s? )?${stampNouns}\b`,
  'i',
);
const namesRecord = /\b(?:time ?stamps?|times|lines?|entries|records?|log(?:ging)?|file|clock)\b/i;

/** What is asked about the record itself: its gaps, its order, its span, its ends, its rare lines, its kinds of errors. */
export async function answerRecord(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { text, phrases, times } = run.question;
  if (run.files.length !== 1 || phrases.length > 0 || text.length > 200) return undefined;
  if (asksForKinds.test(text)) return answerErrors(run, evidence);
  if (asksForRare.test(text)) return rarest(run, evidence);
  // "Order" and "gap" may also be what the lines are about.
  if (times.length > 0 || (evidence.needles.length > 0 && !namesRecord.test(text))) return undefined;
  if (asksForGaps.test(text)) return gaps(run);
  if (asksForOrder.test(text) || asksForSense.test(text)) return order(run);
  if (asksForSpan.test(text)) return span(run, evidence);
  const end = asksForEnd.exec(text)?.[1];
  return end === undefined ? undefined : endOf(run, end.toLowerCase() === 'first');
}

const findingsOf = (run: Investigation, rules: RegExp): Finding[] =>
  run.files[0]!.reading.findings.filter((finding) => rules.test(finding.rule));

function gaps(run: Investigation): Draft | undefined {
  if (!run.documents.infos.some((info) => info.clock !== 'none')) return undefined;
  const found = findingsOf(run, /^log\.silence$/);
  const [first] = found;
  if (first === undefined)
    return lookUp({ cause: words('No: no silence is much longer than is usual in this file'), proof: extent(run) });
  const title = first.title.charAt(0).toLowerCase() + first.title.slice(1);
  const info = run.documents.infos[0]!;
  const when = timeWordsOf(info).span(first.firstTimeMs ?? 0, first.lastTimeMs ?? 0);
  return lookUp({
    cause: say`Yes: ${words(title)}, ${words(when)}${words(found.length > 1 ? `; ${found.length} long silences are listed` : '')}`,
    explanation: [{ text: prose(first.explanation), ranges: [] }],
    proof: found.map(claimOfFinding),
  });
}

async function order(run: Investigation): Promise<Draft | undefined> {
  const back: { from: number; to: number; place: number }[] = [];
  let count = 0;
  let before: { timeMs: number; document: string } | undefined;
  await eachLine(run, {
    see({ timeMs, place, document }) {
      if (timeMs === undefined) return;
      if (before?.document === document.name && timeMs < before.timeMs) {
        count++;
        back.push({ from: before.timeMs, to: timeMs, place });
        if (back.length > 8)
          back.splice(back.indexOf(back.reduce((a, b) => (b.from - b.to < a.from - a.to ? b : a))), 1);
      }
      before = { timeMs, document: document.name };
    },
  });
  if (before === undefined) return undefined;
  const farthest = back.reduce((most, one) => Math.max(most, one.from - one.to), 0);
  if (count === 0) return lookUp({ cause: words('Yes: the times of its lines never go back'), proof: extent(run) });
  const worst = back.find((one) => one.from - one.to === farthest)!;
  const times = await timesOf(run);
  return lookUp({
    cause: say`No: at ${plural(count, 'line')} the time goes back, by ${words(durationWords(farthest))} at most, from ${words(times.at(worst.from))} to ${words(times.at(worst.to))}`,
    proof: back.map(({ from, to, place }) => {
      const range = rangeAt(run, place);
      return {
        text: say`Back by ${words(durationWords(from - to))}`,
        ranges: [{ ...range, lineStart: Math.max(1, range.lineStart - 1) }],
      };
    }),
  });
}

function claimOfFinding(finding: Finding): Claim {
  return { text: prose(finding.title), ranges: finding.evidence.slice(0, 4) };
}

function span(run: Investigation, evidence: Evidence): Draft | undefined {
  const info = run.documents.infos.find((one) => one.firstTimeMs !== undefined && one.lastTimeMs !== undefined);
  if (info === undefined) return undefined;
  const isZoned = evidence.surveys.some((survey) => survey.isZoned);
  const times = timeWordsOf(info, isZoned).span(info.firstTimeMs!, info.lastTimeMs!);
  const length = durationWords(info.lastTimeMs! - info.firstTimeMs!);
  return lookUp({ cause: say`${words(times)}, ${words(length)}, ${plural(info.lines, 'line')}`, proof: extent(run) });
}

async function endOf(run: Investigation, isFirst: boolean): Promise<Draft | undefined> {
  const info = run.documents.infos.at(isFirst ? 0 : -1);
  if (info === undefined || info.lines === 0) return undefined;
  const line = isFirst ? 1 : info.lines;
  const document = await run.documents.open(info.name);
  const [text = ''] = (await document?.lines(line, line)) ?? [];
  return lookUp({
    cause: say`The ${words(isFirst ? 'first' : 'last')} line: ${text.slice(0, 240)}`,
    proof: [{ text: say`Line ${line}`, ranges: [{ document: info.name, lineStart: line, lineEnd: line }] }],
  });
}

/** Kinds of lines by how seldom they come, those that fail first where errors are asked for. */
function rarest(run: Investigation, evidence: Evidence): Draft | undefined {
  const surveys = evidence.needles.length > 0 && evidence.scoped.length > 0 ? evidence.scoped : evidence.surveys;
  const isOfLines = /\b(?:lines?|messages?|entries|entry|events?|records?|kinds?|requests?)\b/i.test(run.question.text);
  const hasErrors = surveys.some((survey) => survey.groups.some((group) => group.isFailure));
  const isOfErrors =
    /\b(?:errors?|failures?|exceptions?|warnings?)\b/i.test(run.question.text) || (!isOfLines && hasErrors);
  const all = groupsOf(surveys)
    .filter(({ group }) => !isOfErrors || group.severity !== 'info')
    .sort((a, b) => a.group.count - b.group.count || a.group.first.line - b.group.first.line);
  const [top] = all;
  if (top === undefined) return undefined;
  const isOnce = /\bonce\b/i.test(run.question.text) && top.group.count > 1;
  const alike = all.filter(({ group }) => group.count === top.group.count);
  const kind = isOfErrors ? 'kind of error or warning' : 'kind of line';
  const often = top.group.count === 1 ? words('once') : plural(top.group.count, 'time');
  const named = alike.slice(0, 3).map(({ group }) => group.message.slice(0, 120));
  return lookUp({
    cause: say`${words(isOnce ? 'None came only once. ' : '')}${plural(alike.length, kind, kind.replace('kind', 'kinds'))} came only ${often}: ${join(
      named.map((one) => say`${one}`),
      '; ',
    )}${words(alike.length > 3 ? ' and others' : '')}`,
    proof: all.slice(0, 12).map(claimOf),
  });
}
