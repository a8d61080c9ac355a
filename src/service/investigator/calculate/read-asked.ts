import type { TimeAsked } from '../question/question.ts';
import { stemOf } from '../words/word-forms.ts';
import type { Asked } from './asked.ts';
import { singular } from './columns.ts';
import { conditionsIn } from './conditions-asked.ts';
import { groupOf } from './group-asked.ts';
import { kindOf } from './kind-asked.ts';
import { measureIn, measureOfLimit } from './measure-asked.ts';
import { outcomeRate, shareParts } from './share-parts.ts';
import { asksForSides, valuesCompared, weeksCompared } from './sides-asked.ts';
import { mendSpelling } from './spelling.ts';
import { stateAsked } from './state-words.ts';
import { countOf, statisticsIn, stepOf } from './statistics-asked.ts';
import { subjectWords } from './subject-words.ts';
import { stepNames } from './superlatives.ts';

const maxChars = 260;

/**
 * Takes a question apart that asks for a number, a ranking or a table. Undefined: it asks for something else. `rest` is
 * the question without the words that told times.
 */
export function readAsked(rest: string, phrases: readonly string[], times: readonly TimeAsked[]): Asked | undefined {
  const hasTimes = times.length > 0;
  let text = ` ${mendSpelling(
    rest
      .replace(/[?!]+/g, ' ')
      .replace(/ w\/ ?/g, ' with ')
      // What each of them did is no word to look for.
      .replace(/\b((?:did|does|do) (?:each|every) [a-z]+) [a-z]+\b/i, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
  )} `;
  const isSides = asksForSides(text, times);
  // Two versions may be compared; the version that broke it may not.
  const toldOf = isSides ? text.replace(/\bversions?\b/gi, ' ') : text;
  if (text.length > maxChars || isAboutCauses.test(toldOf) || (isTold.test(text) && !isAsking.test(text)))
    return undefined;
  if (/^ ?(?:is|are|was|were|did|does|do|has|have|had|any|should|will)\b/i.test(text)) return undefined;
  for (const phrase of phrases) text = text.replace(phrase, ' ').replace(/["'`“”«»]\s*["'`“”«»]/g, ' ');
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(text);
    if (match !== null)
      text = `${text.slice(0, match.index)} \u0001 ${text.slice(match.index + match[0].length)}`.replace(/ +/g, ' ');
    return match ?? undefined;
  };
  const whole = text;
  const kind = isSides ? 'sides' : kindOf(text);
  if (kind === undefined) return undefined;
  const asked: Asked = { kind, statistics: [], isLow: false, conditions: [], subject: [], phrases: [...phrases] };
  if (kind === 'sides') {
    const edges = take(
      /\b(?:at |in |from )?(?:the )?(?:start|beginning|first part)(?: of the (?:file|log|day))?\b.{0,30}?\b(?:the )?(?:end|last part)\b(?: of the (?:file|log|day))?/i,
    );
    const areWeeks = weeksCompared(text);
    if (areWeeks) asked.areWeeks = true;
    const values = edges === undefined && !areWeeks ? valuesCompared(text) : undefined;
    if (edges !== undefined) asked.areEdges = true;
    if (edges === undefined && values === undefined && !hasTimes && !areWeeks) return undefined;
    if (values !== undefined) asked.values = values;
    for (const value of values ?? []) text = text.replace(value, ' ');
    take(
      /\b(?:compare[ds]?|comparison|vs\.?|versus|against|differences?|different|between|before|after|since|what|changed?|how did|how do)\b/i,
    );
  }
  const state = kind === 'length' ? stateAsked(text) : undefined;
  if (state !== undefined) {
    asked.state = state;
    text = text.replace(new RegExp(`\\b${state.word}\\b`, 'i'), ' ');
  }
  if (kind === 'length' || kind === 'statistic') {
    const ends = /\b(?:time |long |passed |elapsed )?(?:from|between) (.{3,60}?) (?:to|and|until) (.{3,60}?) $/i.exec(
      text,
    );
    if (ends !== null) {
      asked.ends = [endWords(ends[1]!), endWords(ends[2]!)];
      text = text.replace(ends[0], ' ');
    }
  }
  const step =
    take(
      new RegExp(
        `\\b(?:per|a|each|every|by(?: the)?|busiest|quietest|peak|slowest|worst|(?:in )?(?:which|what)|most active) ${stepNames}s?\\b`,
        'i',
      ),
    ) ?? take(/\b(hour|dai|minute)ly\b|\bover time\b/i);
  const steps =
    step === undefined ? take(/\b(?:busiest|quietest|worst|peak) (\d{1,3}) (second|minute|hour)s\b/i) : undefined;
  if (steps !== undefined) asked.stepMs = Number(steps[1]) * stepOf(steps[2]);
  if (step !== undefined && kind !== 'distinct') asked.stepMs = stepOf(step[1]);
  let part: string | undefined;
  if (kind === 'share') {
    const parts = shareParts(text);
    text = ` ${parts.whole} `;
    part = parts.part;
  }
  const limit =
    take(
      /\b(?:top|worst|slowest|largest|biggest|longest|most)[ -](\d{1,3}|ten|five|three|two|four|six|seven|eight|nine|twenty)\b(?! ?(?:ms|s|sec|seconds|min|%))/i,
    ) ??
    take(
      /\b(\d{1,3}|ten|five|three|two|four|twenty)(?= (?:slowest|largest|biggest|longest|worst|most|top|fastest|highest|lowest)\b)/i,
    );
  if (limit !== undefined) asked.limit = countOf(limit[1]!);
  const outcome =
    /\b(slow|fail(?:ed|ing)|rejected|refused|denied|invalid|expired|lost|dropped|aborted|timed[ -]out) ([a-z]{3,}(?:-[a-z]+)?)\b/i.exec(
      text,
    );
  if (outcome !== null) asked.outcome = { phrase: `${outcome[1]} ${singular(outcome[2]!)}`, noun: outcome[2]! };
  asked.isLow = /\b(?:fastest|quickest|shortest|smallest|lowest|minimum|min|least|fewest|quietest|coldest)\b/i.test(
    whole,
  );
  for (const statistic of statisticsIn(whole)) asked.statistics.push(statistic);
  for (const condition of conditionsIn(take)) asked.conditions.push(condition);
  const isOfOutcome = (text.match(/[a-z-]+/gi) ?? []).some((word) => outcomeWords.test(word));
  // Of timeouts the worst has the most, not the longest.
  if (/\bworst\b/i.test(rest) && !isOfOutcome) asked.isWorst = true;
  const group = groupOf(text, kind);
  const wording = group === undefined ? askedWording.exec(whole)?.[1] : undefined;
  if (wording !== undefined && kind === 'rank') {
    asked.group = wording;
    asked.conditions = [{ kind: 'failing' }];
  }
  if (group !== undefined) {
    asked.group = group.noun;
    // "Top error messages", "which exception": the noun is what is counted, and tells which lines.
    if (/^(?:error|failure|problem|issue)$/.test(singular(group.noun))) asked.conditions = [{ kind: 'failing' }];
    text = text.replace(group.noun, ' \u0001 ');
  }
  asked.subject = subjectWords(text);
  const moving = kind === 'sides' ? measureIn(whole, text, { ...asked, kind: 'statistic' }) : undefined;
  if (moving?.dimension !== undefined && /latenc|durations?|response time|slow|fast|bytes|size|\btook\b/i.test(whole))
    asked.measure = { ...moving, isOptional: true };
  const rate = kind === 'sides' ? outcomeRate.exec(rest)?.[1] : undefined;
  if (rate !== undefined)
    return {
      ...asked,
      part: { conditions: [], subject: [rate] },
      subject: asked.subject.filter((word) => stemOf(word.toLowerCase()) !== stemOf(rate.toLowerCase())),
    };
  if (kind === 'sides' && isShare.test(rest)) return withOutcomes(asked);
  if (kind === 'share') return withPart(asked, part);
  const measure = measureIn(whole, text, asked);
  if (measure !== undefined) asked.measure = measure;
  return asked;
}

/** Tells what happened before it asks: "the db fell over, what hit it?". */
const isTold =
  /^ ?(?:(?:the|our|my|we|i|it|this|that|since|after|when) .{0,60}?|\w+ |\w+ \w+ )\b(?:fell|is|are|was|were|got|became|becomes|seems?|takes|fails|went|goes|keeps|stopped|started|crashed)\b/i;
const isAsking =
  /^ ?(?:which|what|who|whose|how|where|when|show|give|tell|list|find|top|number|count|can|could|please|hey|hi)\b/i;

const askedWording =
  /\b(?:which|what|top(?: \d+)?|most (?:frequent|common)|commonest)\s+(?:\d+ )?(?:\w+ )?(errors?|failures?)\b/i;

/** Asks what is wrong, or tells of it: superlatives in it are no calculation. */
const isAboutCauses =
  /\b(?:why|root cause|reasons?|caused?|explain|how come|what happened|what went wrong|summar\w+|warum|leak\w*|cannot|can'?t|unable|(?:what(?:'s|s| is| are) )?(?:wrong|going on|broken)|version)\b|\b(?:worst|biggest|largest|highest|main|most (?:important|serious|severe|critical)|top|our|longest|shortest)(?: severity| priority)? (?:problems?|issues?|bugs?|incidents?|concerns?|things?|lines?|customers?)\b|\btop of\b/i;

const isShare = /\b(?:share|percent(?:age)?|proportion|fraction|ratio|rate)\b|%/i;
const outcomeWords =
  /^(?:time-?outs?|retr(?:y|ies)|resets?|refus\w*|reject\w*|drop(?:s|ped)?|loss|lost|abort\w*|denied|den(?:y|ials?)|miss(?:es)?|crash\w*|cancel\w*)$/i;

/** "Share of timeouts to stock": what can come of a line is the part, the rest tells the whole. */
function withOutcomes(asked: Asked): Asked {
  const subject = asked.subject.filter((word) => outcomeWords.test(word));
  if (subject.length === 0) return asked;
  return {
    ...asked,
    part: { conditions: [], subject },
    subject: asked.subject.filter((word) => !subject.includes(word)),
  };
}

/** Of the line that begins and the line that ends, whatever words they are. */
function endWords(text: string): string[] {
  return text
    .split(/[^\p{L}\d_./-]+/u)
    .filter((word) => word.length > 1 && !/^(?:the|and|its|to|of|is|was|a)$/i.test(word));
}

/** What makes the part stands behind the whole, or in the words of the share itself: "error rate of checkout". */
function withPart(asked: Asked, text: string | undefined): Asked {
  if (text !== undefined) {
    let left = text;
    const conditions = conditionsIn((pattern) => {
      const match = pattern.exec(left);
      if (match !== null) left = left.replace(match[0], ' ');
      return match ?? undefined;
    });
    const subject = subjectWords(left);
    const words = left.match(/[\p{L}\d_./-]{3,}/gu) ?? [];
    const named = words.filter(
      (word) => !/^(?:with|that|which|were|are|was|had|have|has|the|from|than|took)$/i.test(word),
    );
    asked.part = { conditions, subject: subject.length + conditions.length > 0 ? subject : named.slice(0, 2) };
    // Of hits and misses, the whole is both.
    if (/^(?:hit|miss)$/i.test(text)) asked.conditions.push({ kind: 'words', words: ['hit', 'miss'] });
  } else {
    asked.part = { conditions: asked.conditions, subject: asked.conditions.length === 0 ? asked.subject : [] };
    if (asked.conditions.length === 0) asked.subject = [];
    asked.conditions = [];
  }
  const beyond = asked.part.conditions.find((one) => one.kind === 'beyond');
  if (beyond !== undefined) asked.measure = measureOfLimit(beyond, asked.part.subject);
  if (asked.part.conditions.length + asked.part.subject.length > 0) return asked;
  return { ...asked, kind: 'rank' };
}
