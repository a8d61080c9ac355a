import { answerAndroid } from '../answer/answer-android.ts';
import type { Draft } from '../answer/draft.ts';
import { kindOf } from '../calculate/kind-asked.ts';
import type { Investigation } from '../investigation.ts';
import { timesIn } from '../question/times-asked.ts';
import { actionsOf } from './actions-of.ts';
import { amountTaken } from './amount-taken.ts';
import { linesWithMost, lookUpWords, predicateTest, sideBySide } from './asked-lines.ts';
import { countedByReason } from './count-by-reason.ts';
import { eventsCounted } from './count-events.ts';
import { namesCounted } from './count-named.ts';
import { failingWords } from './failing-words.ts';
import { furtherOf } from './further-of.ts';
import { growingMember } from './growing.ts';
import { lossAsked, tellLoss } from './how-many-members.ts';
import { type ListFound, listMembers } from './list-members.ts';
import { type MembersAsked, membersAsked } from './members-asked.ts';
import { figurative, neverRecorded } from './never-recorded.ts';
import type { LineChoice } from './read-members.ts';
import { linesOfEach, readMembers, sampleOf } from './read-members.ts';
import { reasonOf } from './reason.ts';
import { chooseSlot, slotsFor } from './slots.ts';
import { statedValue } from './stated-value.ts';
import { valueChanges } from './value-changes.ts';
import { whereFrom } from './where-from.ts';

const maxQuestionChars = 200;

const bare =
  /^(?:and )?(?:why|when|where|since when|how (?:often|many(?: times)?)(?: each)?|what for|what (?:is|was|were|are) (?:the |their |its )?(?:reasons?|errors?|causes?)\b.{0,24}|which \w+(?: each)?)\??$/i;

/** "Which hosts failed, and why?": asked in two parts, answered for each of the things at once. */
export async function answerMembersWhole(run: Investigation, parts: readonly string[]): Promise<Draft | undefined> {
  const isOne = parts.length > 1 && parts.slice(1).every((part) => bare.test(part.trim()));
  if (!isOne || kindOf(` ${run.question.text.replace(/[?]+/g, ' ')} `) !== undefined) return undefined;
  return answerMembers(run);
}

/** "Which devices cannot join, and why?", "which spare was used?", "who was kicked?": the things, or the value, by name. */
export async function answerMembers(run: Investigation): Promise<Draft | undefined> {
  // A phone's own lists of processes and crashes name them better than lines do.
  if (answerAndroid(run) !== undefined) return undefined;
  const { question } = run;
  if (run.files.length !== 1 || question.phrases.length > 0 || question.pattern !== undefined) return undefined;
  if (question.text.length > maxQuestionChars || !/^(?:log|capture|dmesg)$/.test(run.files[0]!.reading.fileType))
    return undefined;
  const amount =
    (await actionsOf(run)) ??
    (await amountTaken(run)) ??
    (await countedByReason(run)) ??
    (await eventsCounted(run)) ??
    (await namesCounted(run)) ??
    (await whereFrom(run)) ??
    (await valueChanges(run)) ??
    (await growingMember(run));
  if (amount !== undefined) return amount;
  const { rest } = timesIn(question.text);
  const lost = lossAsked(rest);
  if (lost !== undefined) {
    const found = await membersOf(run, lost);
    return found === undefined || 'verdict' in found ? found : tellLoss(run, lost, found);
  }
  const asked = membersAsked(rest);
  if (asked === undefined) return undefined;
  const story =
    asked.isStory === true && !asked.isPlural && asked.event === undefined
      ? { ...asked, predicate: [], event: { side: 'before' as const, words: asked.predicate, nth: 0 } }
      : undefined;
  const draft =
    (await listAsked(run, asked)) ??
    (await statedValue(run, asked)) ??
    (story === undefined ? undefined : await statedValue(run, story));
  if (draft !== undefined) run.step('members', { of: asked.noun }, draft.cause.plain.slice(0, 200));
  return draft;
}

const numbered = /^(?:version|release|firmware)$/;

async function listAsked(run: Investigation, asked: MembersAsked): Promise<Draft | undefined> {
  const found = await membersOf(run, asked);
  return found === undefined || 'verdict' in found ? found : listMembers(run, asked, found);
}

/** The things themselves with the lines that name each; an answer of its own where such a thing is never recorded. */
export async function membersOf(run: Investigation, asked: MembersAsked): Promise<ListFound | Draft | undefined> {
  if (asked.event !== undefined || (asked.pick !== undefined && asked.noun !== 'who')) return undefined;
  if (asked.noun === 'who' && !asked.isPassive && figurative.test(asked.verb ?? '')) return undefined;
  const looked = await lookUpWords(run, [...asked.predicate, ...(asked.isPlural ? asked.qualifiers : [])]);
  const told = looked.filter(({ word }) => asked.predicate.includes(word));
  const never = await neverRecorded(run, asked, told);
  if (never !== undefined) return never;
  const isLost = told.some(({ unit }) => unit === undefined);
  const chosen = linesWithMost(looked);
  if (chosen === undefined && !asked.isFailing) return undefined;
  if (isLost && !asked.isFailing && asked.isStory !== true) return undefined;
  const pair = sideBySide(asked.predicate, (word) => told.find((one) => one.word === word)?.unit?.spellings ?? []);
  const choice: LineChoice = {
    ...(chosen === undefined ? {} : { lines: chosen.lines }),
    isMeant: (text) => !asked.isFailing || failingWords.test(text),
  };
  let lines = await sampleOf(run, choice);
  if (lines.length === 0 && asked.isFailing) {
    choice.isMeant = (_, isFailing) => isFailing();
    lines = await sampleOf(run, choice);
    // What could not be done is told in words of the failure, not of the deed.
    if (lines.length === 0 && choice.lines !== undefined && chosen !== undefined) {
      delete choice.lines;
      choice.isMeant = (text) => failingWords.test(text);
      lines = await sampleOf(run, choice);
    }
  }
  if (lines.length === 0) return undefined;
  if (pair !== undefined && lines.some(({ row }) => pair.test(row.text))) {
    const isMeant = choice.isMeant;
    choice.isMeant = (text, isFailing) => pair.test(text) && isMeant(text, isFailing);
    lines = lines.filter(({ row }) => pair.test(row.text));
  }
  const passive = passiveOf(asked);
  if (passive !== undefined && lines.some(({ row }) => passive.test(row.text))) {
    const isMeant = choice.isMeant;
    choice.isMeant = (text, isFailing) => passive.test(text) && isMeant(text, isFailing);
    lines = lines.filter(({ row }) => passive.test(row.text));
  }
  const isSaid = predicateTest(chosen?.held ?? []);
  const isPredicate = (word: string) => isSaid(word) || (asked.isFailing && failingWords.test(word));
  const given = new Set(asked.predicate.map((word) => word.toLowerCase()));
  const isNumbered = numbered.test(asked.noun);
  const isAllowed = (value: string) =>
    !given.has(value.toLowerCase()) &&
    !isPredicate(value) &&
    !(asked.noun === 'service' && value === 'kernel') &&
    (!isNumbered || /\d/.test(value));
  const slots = slotsFor(lines, { asked, isPredicate });
  const slot = chooseSlot(lines, slots, isAllowed, asked.isPlural && asked.noun !== 'who');
  if (slot === undefined || (asked.isStory === true && slot.fit < 5)) return undefined;
  const read = (seen: Parameters<typeof slot.read>[0]) => {
    const value = slot.read(seen);
    return value !== undefined && isAllowed(value) ? value : undefined;
  };
  const found = await readMembers(
    run,
    choice,
    { ...slot, read },
    {
      reasonOf: asked.wantsReason ? reasonOf : () => undefined,
      furtherOf: (seen, name) => furtherOf(seen, name, asked, isPredicate),
    },
  );
  // Which of them fails is told by the share of its lines as well.
  const isOfField = chosen === undefined && slot.key.startsWith('field ');
  const linesOf = isOfField ? await linesOfEach(run, slot) : undefined;
  return { ...found, said: chosen?.held ?? [], ...(linesOf === undefined ? {} : { linesOf }) };
}

/** "Was kicked": told of whom it happened to, where others only talk of it. */
function passiveOf({ isPassive, predicate }: MembersAsked): RegExp | undefined {
  const [verb] = predicate;
  if (!isPassive || verb === undefined || !/^[a-z]{3,}(?:ed|en|t|d)$/i.test(verb)) return undefined;
  return new RegExp(`\\b(?:was|were|been|is|are|got|has been|being) (?:now )?${verb}\\b`, 'i');
}
