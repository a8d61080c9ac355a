import { observeEvents } from './detect/events.ts';
import { eventsAsked } from './detect/events-asked.ts';
import { observeFailures, observeToldTrouble, observeWarnings } from './detect/failures.ts';
import type { Observation } from './detect/observation.ts';
import { leansToReason, statesReason } from './detect/reason-words.ts';
import type { Investigation } from './investigation.ts';
import { isSymptom, meansTheSame } from './question/concepts.ts';
import type { PresentTerm } from './question/needles.ts';
import { type Subject, subjectOf } from './question/subject.ts';
import { windowIn } from './question/times-asked.ts';
import type { WordFound } from './question/units.ts';
import { soundsLikeTrouble } from './survey/failure.ts';
import type { Survey } from './survey/survey.ts';
import { surveyDocument } from './survey/survey-document.ts';
import { subjectOfUnit } from './units/named-unit.ts';
import { literal } from './words/asked-word.ts';
import { tallyWords } from './words/tally-words.ts';
import { countOf, type LinesByDocument, linesOfAll, linesOfAny, type Unit } from './words/unit.ts';
import { commonStart } from './words/word-forms.ts';

/** What the lines about the part of the system that was asked about tell. */
export interface AboutSubject {
  subject: Subject;
  /** Of its lines alone. */
  surveys: Survey[];
  /** Failures, warnings and trouble told in plain words, best first. */
  observations: Observation[];
}

const maxLines = 200_000;
const fewOfKind = 3;
const dayMs = 86_400_000;

/** Looks at the lines of what a question is about, whatever else the file is loud with. Undefined where it names nothing. */
export async function lookIntoSubject(
  run: Investigation,
  found: readonly WordFound[],
  present: readonly PresentTerm[],
  surveys: readonly Survey[],
): Promise<AboutSubject | undefined> {
  const { intent } = run.question;
  if (run.files.length !== 1 || !/^(?:cause|check|around|errors)$/.test(intent)) return undefined;
  const { unit } = run;
  const subject = unit === undefined ? subjectOf(run.question, found, present, surveys) : subjectOfUnit(unit);
  if (subject === undefined) return undefined;
  const byDocument = unit?.lines ?? (await linesOf(run, subject, found));
  if (countOf(byDocument) === 0) return undefined;
  const own: Survey[] = [];
  for (const [name, chosen] of byDocument) {
    const document = run.hasTime() ? await run.documents.open(name) : undefined;
    if (document?.info.fileType !== 'log') continue;
    own.push(await surveyDocument(document, { signal: run.signal, maxLines, chosen }));
  }
  if (own.length === 0) return undefined;
  run.step('subject', { of: subject.label }, `${countOf(byDocument)} lines are about it`);
  return {
    subject,
    surveys: own,
    observations: ofThatTime(
      ofMostUnits(
        own.flatMap((survey) => observe(survey, subject, run, found)),
        run,
      ),
      run,
    ).sort(byWeight),
  };
}

/** What befell several at once is told by lines of most of them, not by those of the one that is loudest. */
function ofMostUnits(observations: Observation[], { unit }: Investigation): Observation[] {
  const units = observations.map(({ group }) => {
    const lines = group === undefined ? [] : [...group.at.lines, ...group.spots.map(({ line }) => line)];
    return unit?.unitsAt(lines) ?? 1;
  });
  const most = Math.max(...units);
  const shared = observations.filter((_, index) => units[index]! * 2 > most);
  return most > 1 ? shared.map(risen) : shared;
}

/** What begins in the part of the day that was asked about goes before all else. */
function ofThatTime(observations: Observation[], run: Investigation): Observation[] {
  const then = observations.filter((one) => one.severity !== 'info' && beginsThen(one, run));
  return then.length === 0 ? observations : then.map(risen);
}

/** A warning, however few lines it has: it is what was asked about. */
function risen(one: Observation): Observation {
  const isMere = one.role === 'context' && one.severity !== 'info' && one.isRoutine !== true;
  return isMere ? { ...one, role: 'symptom', weight: Math.max(26, one.weight) } : one;
}

function byWeight(a: Observation, b: Observation): number {
  return b.weight - a.weight || a.firstLine - b.firstLine;
}

async function linesOf(run: Investigation, { names }: Subject, found: readonly WordFound[]): Promise<LinesByDocument> {
  const units = new Map<string, Unit>(found.flatMap(({ unit }) => (unit === undefined ? [] : [[unit.label, unit]])));
  const labels = [...new Set(names.flat())];
  const words = labels.map(literal);
  const own = labels.map(() => new Map<string, Uint32Array>());
  for (const info of run.documents.infos.slice(0, 100)) {
    const document = info.lines === 0 || !run.hasTime() ? undefined : await run.documents.open(info.name);
    if (document === undefined) continue;
    const tally = await tallyWords(document, words, run.signal);
    tally.words.forEach(({ whole }, index) => {
      if (whole.lines.length > 0) own[index]!.set(info.name, whole.lines);
    });
  }
  const unitOf = (label: string): Unit => {
    const byDocument = linesOfAny([own[labels.indexOf(label)]!, units.get(label)?.byDocument ?? new Map()]);
    return { asked: label, label, spellings: [label], isPhrase: false, byDocument, lines: countOf(byDocument) };
  };
  return linesOfAny(names.map((group) => linesOfAll(group.map(unitOf))));
}

function observe(survey: Survey, subject: Subject, run: Investigation, found: readonly WordFound[]): Observation[] {
  const failing = [...observeFailures(survey), ...observeWarnings(survey)];
  const effect = effectOf(run.question.text, subject);
  const told = observeToldTrouble(survey, 1, (text) => effect?.test(text) === true).filter(isNewIn(failing));
  const events = subject.isNamed ? observeEvents(survey, eventsAsked(run, survey, found, true)) : [];
  return [...failing, ...told, ...events.filter(isNewIn([...failing, ...told]))].map((one) => {
    const message = one.group?.message ?? '';
    // A single warning of the part that was asked about tells of it where it says why, or what was asked for.
    const isRare = subject.isNamed && one.count <= fewOfKind && soundsLikeTrouble(message);
    const isTelling =
      one.role === 'context' && one.isRoutine !== true && (isRare || statesReason(message) || effect?.test(message));
    const risen = isTelling === true ? { ...one, role: 'symptom' as const, weight: 26 } : one;
    return { ...risen, weight: risen.weight + leaning(one, subject, run) };
  });
}

/** Of another kind of lines than all of these. */
function isNewIn(told: readonly Observation[]): (one: Observation) => boolean {
  const patterns = new Set(told.map(({ group }) => group?.pattern));
  return ({ group }) => !patterns.has(group?.pattern);
}

/** The verbs and nouns of trouble that the question uses, in all their forms: "stop" is in "pump stopped". */
function effectOf(text: string, { names }: Subject): RegExp | undefined {
  const own = names.flat().join(' ').toLowerCase();
  const stems = (text.toLowerCase().match(/[a-z][a-z-]{3,}/g) ?? [])
    .filter((word) => isSymptom(word) && !own.includes(word))
    .map((word) => commonStart(word))
    .filter((stem) => stem.length >= 3);
  return stems.length === 0 ? undefined : new RegExp(`\\b(?:${stems.join('|')})`, 'i');
}

/** Its own words count more than what others say of it, a reason more than an outcome, the effect asked for more than another. */
function leaning(one: Observation, { names }: Subject, { question }: Investigation): number {
  const message = one.group?.message ?? one.title.plain;
  const speaker = (one.owner ?? '').toLowerCase();
  const isOwn = names.some((group) => group.includes(one.owner ?? '') || group.every((name) => speaker.includes(name)));
  const isTopic = names.some((group) => message.slice(0, 48).toLowerCase().includes(group[0]!.toLowerCase()));
  const isVictim = !isOwn && callsOther.test(message);
  const isEffect = meansTheSame({ subjects: message.toLowerCase() }, question.text);
  return (
    (isOwn || (isTopic && !isVictim) ? 14 : 0) - (isVictim ? 30 : 0) + (isEffect ? 10 : 0) + leansToReason(message)
  );
}

/** What failed is a call to somebody else. */
const callsOther =
  /\b(?:connect\w*|request|call|GET|POST|PUT|push|send|fetch|dial|upstream)\b.{0,120}\b(?:refused|timed? ?out|unreachable|reset|failed|unavailable|50[234])/i;

/** It begins in the part of the day that was named, and has not come before. */
export function beginsThen(one: Observation, { question, documents }: Investigation): boolean {
  const info = documents.infos.find(({ name }) => name === one.document);
  const { vague } = question;
  const window = vague === undefined || info === undefined ? undefined : windowIn(vague, info);
  if (window === undefined || one.firstTimeMs === undefined || one.isRoutine === true) return false;
  if (one.firstTimeMs >= window.fromMs && one.firstTimeMs <= window.toMs) return true;
  // Of a file of several days any of its nights is meant.
  if (vague === undefined || vague.isAbsolute || vague.day !== undefined || vague.kind !== 'between') return false;
  const ofDay = ((one.firstTimeMs % dayMs) + dayMs) % dayMs;
  const { from, to } = vague;
  return to < from ? ofDay >= from || ofDay <= to : ofDay >= from && ofDay <= to;
}
