import type { LineRange } from '../../formats/reading.ts';
import { type Claim, linesAt, type Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Survey } from '../survey/survey.ts';
import { number, say, type Text, words } from '../wording/say.ts';
import type { Candidate } from './choose-cause.ts';

const longestHeadline = 160;

/** What a statement says, short enough to be read at a glance. */
export function headlineOf(one: Candidate): Text {
  const { thrown, unit } = one;
  if (thrown !== undefined) {
    const type = thrown.type.replace(/^(?:[\w$]+[.:\\]+)+(?=[A-Z])/, '');
    const message = thrown.message === '' ? type : `${type}: ${thrown.message}`;
    const where = thrown.frame === undefined ? words('') : say` in ${shortFrame(thrown.frame)}`;
    return say`${shorten(message, longestHeadline)}${where}`;
  }
  const said = shorten(one.said, longestHeadline);
  return !isName(unit) || one.said.toLowerCase().includes(unit.toLowerCase()) ? say`${said}` : say`${unit}: ${said}`;
}

function shortFrame(frame: string): string {
  const parts = frame.split('.');
  return frame.length <= 60 || parts.length < 4 ? frame : parts.slice(-3).join('.');
}

/** Who says it, when, how often, and what it ends in. */
export function sentenceOf(one: Candidate, end: Candidate | undefined, survey: Survey | undefined): Text | undefined {
  const { count, firstMs } = one;
  const often = count > 1 ? ` ${number(count)} times` : '';
  const when =
    survey === undefined || firstMs === undefined ? '' : `${count > 1 ? ', first' : ''} at ${survey.times.at(firstMs)}`;
  if (!isName(one.unit) && often === '' && when === '' && end === undefined) return undefined;
  const who = isName(one.unit) ? say`${one.unit} reports it` : words('The file states it');
  const ending = end === undefined ? words('') : say`; it ends with ${shorten(end.said, 90)}`;
  return say`${who}${words(`${often}${when}`)}${ending}`;
}

function isName(unit: string): boolean {
  return (
    unit !== '' &&
    unit.length <= 40 &&
    /[A-Za-z]{2}/.test(unit) &&
    !/^(?:error|err|fail|fatal|log|panic|warning|info)$/i.test(unit)
  );
}

const longestQuote = 2;
const longestBelowHeading = 14;

function rangeOfStatement(one: Candidate): LineRange {
  const most = one.line + (one.said.endsWith(':') ? longestBelowHeading : longestQuote);
  const lineEnd = one.thrown === undefined ? Math.min(one.lineEnd, most) : one.line;
  return linesAt(one.document, one.line, lineEnd);
}

export function proofOfStatement(one: Candidate, end: Candidate | undefined): Claim[] {
  const hasStack = one.thrown?.hasFrames === true && one.lineEnd > one.line;
  const ranges = [
    rangeOfStatement(one),
    ...(hasStack ? [linesAt(one.document, one.line + 1, Math.min(one.lineEnd, one.line + 3))] : []),
    ...(end === undefined ? [] : [rangeOfStatement(end)]),
  ];
  return ranges.map((range) => ({ text: words(''), ranges: [range] }));
}

export function asObservation(one: Candidate): Observation {
  return {
    rule: 'stated.cause',
    kind: 'failure',
    title: headlineOf(one),
    details: [],
    severity: one.severity === 'info' ? 'error' : one.severity,
    role: 'cause',
    certainty: 'likely',
    count: one.count,
    document: one.document,
    firstLine: one.line,
    firstTimeMs: one.timeMs,
    evidence: [rangeOfStatement(one)],
    next: [],
    weight: one.score,
  };
}
