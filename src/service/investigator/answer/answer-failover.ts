import type { Observation } from '../detect/observation.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { say, words } from './say.ts';
import { timeWordsOf } from './times.ts';
import { originAmong } from './told-origin.ts';

const asked =
  /\b(?:fail(?:ed|s|ing)?[ -]?over|switch(?:ed|es)?[ -]?over|promot(?:ed|ion|e)|(?:new|chang\w*|lost|lose|los(?:es|ing)) (?:the )?(?:leader\w*|primary|master)|(?:leader|primary|master) (?:change\w*|election|switch\w*)|take-?over)\b/i;
const taken =
  /\bswitch-master\b|\bpromot(?:ed|ing)\b|\bfail-?over (?:to|complete\w*|finished|done|succeeded|initiated|started|in progress)\b|\b(?:new|elected|became|becomes|becoming|is now|acquired|assum\w+) (?:the )?(?:as )?(?:new )?(?:leader\w*|primary|master|active)\b|\btake-?over (?:complete\w*|by|of)\b|\btransition(?:ed|ing)? to (?:leader|primary|master|active)\b|\belected (?:leader|primary|master)\b/i;
const toWhom = [
  /\bswitch-master \S+ \S+ \d+ (\S+) \d+/i,
  /\b(?:fail-?over|switch-?over|switched|moved) to (?:node |replica |server |host |standby )?["'`]?([\w.:-]*\d[\w.:-]*)/i,
  /\b(?:new|elected) (?:leader|primary|master)(?: is|:|=)? ?["'`]?([\w.:-]*\d[\w.:-]*)/i,
  /\b(?:promot(?:ed|ing)) (?:replica |standby |node |server |host |slave )?["'`]?([\w.:-]*\d[\w.:-]*)/i,
  /["'`]?([\w.:-]*\d[\w.:-]*)["'`]? (?:is (?:now )?|was |has been |became |becomes )?(?:the )?(?:new |elected |promoted )+(?:leader|primary|master|to|as)?/i,
];
const rare = 12;

/** "When did the leader change, from what to what?": each change is told, not what led to one. */
const wantsEach = /^(?:and )?when\b.*\bfrom (?:what|which|whom)\b/i;

/** Why it failed over, to which node and when: the line of the change, and what led to it. */
export async function answerFailover(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { text, intent } = run.question;
  if (
    run.files.length > 1 ||
    text.length > 300 ||
    !asked.test(text) ||
    /^(?:count|extreme|compare)$/.test(intent) ||
    wantsEach.test(text)
  )
    return undefined;
  const found = evidence.surveys.flatMap((survey) =>
    survey.groups
      .filter((group) => group.count <= rare && taken.test(group.message))
      .map((group) => ({ survey, group })),
  );
  const [change] = found.sort((a, b) => rankOf(b.group) - rankOf(a.group) || a.group.first.line - b.group.first.line);
  if (change === undefined) return undefined;
  const { survey, group } = change;
  const document = await run.documents.open(survey.info.name);
  const [line = ''] = (await document?.lines(group.first.line, group.first.line)) ?? [];
  const node = nodeOf(line);
  const times = timeWordsOf(survey.info, survey.isZoned);
  const at = group.first.timeMs === undefined ? words('') : words(` at ${times.at(group.first.timeMs)}`);
  const cause = observationOf(survey, group);
  const origin = originAmong(cause, evidence);
  const reason = evidence.observations.find((one) => isJustBefore(one, cause) && one.severity !== 'info');
  const why =
    origin !== undefined && origin.steps.length > 0
      ? say`; it begins ${origin.after}`
      : reason === undefined
        ? words('; what led to it no line before it tells')
        : say`; before it ${reason.title}`;
  const to = node === undefined ? words('') : say` to ${node}`;
  const range = { document: survey.info.name, lineStart: group.first.line, lineEnd: group.first.line };
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${words('Fail-over')}${to}${at}: ${shorten(group.message, 90)}${why}`,
    explanation: origin === undefined ? [] : [{ text: origin.story, ranges: [] }],
    proof: [
      ...(origin?.claims ?? []),
      ...(reason === undefined ? [] : [{ text: say`Before it: ${reason.title}`, ranges: reason.evidence.slice(0, 2) }]),
      { text: words('The change itself'), ranges: [range] },
    ],
    also: evidence.observations
      .filter((one) => one.severity !== 'info' && one !== reason)
      .slice(0, 4)
      .map((one) => ({ text: one.title, ranges: one.evidence.slice(0, 1) })),
    used: [cause, ...(reason === undefined ? [] : [reason])],
  });
}

/** The line that names the new one says more than the one that announces the change. */
function rankOf(group: MessageGroup): number {
  return nodeIn(group.message) === undefined ? 0 : 1;
}

function nodeIn(text: string): string | undefined {
  for (const words of toWhom) {
    const name = words.exec(text)?.[1];
    if (name !== undefined) return name.replace(/[.:,]+$/, '');
  }
  return undefined;
}

/** Named in the line, or who says of itself that it leads now. */
function nodeOf(line: string): string | undefined {
  const told = nodeIn(line);
  if (told !== undefined) return told;
  const { source } = fieldsOf(line);
  if (source !== undefined && /\d/.test(source)) return source;
  return /(?:^|\s)([a-z][a-z_]*[-_.]?\d{1,3}(?:[-.][\w-]+)*)[:\s]/i.exec(line.slice(0, 120))?.[1];
}

function isJustBefore(one: Observation, cause: Observation): boolean {
  if (one.document !== cause.document || one.firstLine >= cause.firstLine || one.isRoutine === true) return false;
  const end = one.lastTimeMs ?? one.firstTimeMs;
  return end !== undefined && cause.firstTimeMs !== undefined && Math.abs(cause.firstTimeMs - end) <= 900_000;
}

function observationOf(survey: Survey, group: MessageGroup): Observation {
  const { first } = group;
  return {
    group,
    rule: 'failover',
    kind: 'failure',
    title: say`${group.message}`,
    details: [],
    severity: 'error',
    role: 'symptom',
    certainty: 'likely',
    count: group.count,
    document: survey.info.name,
    firstLine: first.line,
    ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs, lastTimeMs: first.timeMs }),
    evidence: [{ document: survey.info.name, lineStart: first.line, lineEnd: first.line }],
    subjects: `${group.message} failover leader primary master promoted`.toLowerCase(),
    next: [],
    weight: 40,
  };
}
