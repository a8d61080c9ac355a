import type { SearchMode } from '#service/investigator/report.ts';
import { type MadeLog, rename, type World } from './generate/make-world.ts';
import { createRandom } from './generate/random.ts';
import type { Law } from './generate/world.ts';
import type { Truth } from './grade/truth.ts';
import { gradeValue, isNameLike } from './grade/value.ts';
import { openSubject, type Subject, type Told } from './subject.ts';

/** Whether answers agree with each other, whatever is right. */
export interface LawChecked {
  law: string;
  /** `silent`: none of the answers stated a value, so nothing was shown. */
  outcome: 'held' | 'broken' | 'silent';
  /** For whoever reads the broken ones. */
  shown: string;
}

/** Questions of each world that are asked again of the file told otherwise. */
const askedAgain = 6;

export async function checkLaws(worlds: readonly World[], mode: SearchMode): Promise<LawChecked[]> {
  const checked: LawChecked[] = [];
  for (const world of worlds) checked.push(...(await checkWorld(world, mode)));
  return checked;
}

async function checkWorld(world: World, mode: SearchMode): Promise<LawChecked[]> {
  const [base, noisy, renamed] = await Promise.all(
    [world.log, world.withNoise, world.withOtherNames].map((log) => open(log, mode)),
  );
  if (base === undefined || noisy === undefined || renamed === undefined) return [];
  try {
    const checked: LawChecked[] = [];
    for (const law of world.laws) checked.push(await checkLaw(base, world.log, law));
    for (const { texts, truth } of createRandom(world.seed).some(world.askedOfParts, askedAgain)) {
      const question = texts[0] ?? '';
      const told = await base.ask(question);
      const value = gradeValue(told, question, truth).value;
      checked.push(sameValue('noise changes nothing', question, truth, value, told, await noisy.ask(question)));
      const other = renameTruth(truth, world.renamed);
      const otherQuestion = rename(question, world.renamed);
      const expected = rename(value, world.renamed).split(', ').sort().join(', ');
      checked.push(
        sameValue('names may change', otherQuestion, other, expected, told, await renamed.ask(otherQuestion)),
      );
      checked.push(...(await writtenQuery(base, told)));
    }
    return checked;
  } finally {
    for (const subject of [base, noisy, renamed]) subject.close();
  }
}

async function open({ name, text }: MadeLog, mode: SearchMode): Promise<Subject> {
  return await openSubject([{ name, content: text }], mode);
}

async function checkLaw(subject: Subject, log: MadeLog, law: Law): Promise<LawChecked> {
  const told: Told[] = [];
  for (const text of law.texts) told.push(await subject.ask(text));
  const values = told.map((one, index) => {
    const truth = anyTruth(law, index);
    // That a name is not in the file says that nothing in the file is of it, where that is so.
    if (isRightlyAbsent(one, log)) return truth.kind === 'number' ? '0' : 'no';
    return gradeValue(one, law.texts[index] ?? '', truth).value;
  });
  const shown = law.texts.map((text, index) => `  ${text} → ${values[index]}`).join('\n');
  if (values.every((value) => value === 'declined' || value === '')) return { law: law.name, outcome: 'silent', shown };
  const isHeld = values.every((value) => value !== 'declined' && value !== '') && law.holds(values);
  return { law: law.name, outcome: isHeld ? 'held' : 'broken', shown };
}

function isRightlyAbsent(told: Told, { text }: MadeLog): boolean {
  const name = /`(?<name>[^`\s]+)` is not in this file/.exec(headOf(told))?.groups?.name;
  return name !== undefined && isNameLike(name) && !text.toLowerCase().includes(name.toLowerCase());
}

/** Only so that a grader reads a value of the right kind; whether it is right does not matter here. */
function anyTruth({ kind: kinds, others = [], states }: Law, index: number): Truth {
  const kind = typeof kinds === 'string' ? kinds : (kinds[index] ?? 'yes');
  const [first = '', ...rest] = others;
  const words = states === undefined ? [] : index % 2 === 0 ? states : states.toReversed();
  switch (kind) {
    case 'yes':
      return { kind, isYes: true, yesWords: words.slice(0, 1), noWords: words.slice(1) };
    case 'number':
      return { kind, low: 0, high: 0 };
    case 'time':
      return { kind, timeMs: 0, offsetMinutes: 0 };
    case 'names':
      return { kind, names: [first], others: rest };
  }
}

function sameValue(law: string, question: string, truth: Truth, value: string, before: Told, after: Told): LawChecked {
  const then = gradeValue(after, question, truth).value;
  const isSilent = [value, then].every((one) => one === 'declined');
  const shown = `  ${question}\n  ${headOf(before)}\n  ${headOf(after)}`;
  return { law, outcome: isSilent ? 'silent' : value === then ? 'held' : 'broken', shown };
}

/**
 * What an answer says it was read as, typed as a question, is read as the same and gets the same answer; what was
 * guessed of the words is certain once it is typed.
 */
async function writtenQuery(subject: Subject, told: Told): Promise<LawChecked[]> {
  // What was not understood need not come back as itself.
  if (told.readAs === undefined || told.verdict === 'INCONCLUSIVE') return [];
  const again = await subject.ask(told.readAs);
  const isHeld = again.readAs === told.readAs && withoutVerdict(again) === withoutVerdict(told);
  const shown = `  ${told.readAs}\n  ${again.readAs}\n  ${headOf(told)}\n  ${headOf(again)}`;
  return [{ law: 'a written Query reads as itself', outcome: isHeld ? 'held' : 'broken', shown }];
}

const withoutVerdict = (told: Told): string => headOf(told).replace(/^\**(?:CONFIRMED|LIKELY|INCONCLUSIVE):? ?/, '');

function headOf({ answer }: Told): string {
  return answer.split('\n').find((line) => line.trim() !== '') ?? '';
}

function renameTruth(truth: Truth, names: ReadonlyMap<string, string>): Truth {
  const all = (list: readonly string[]) => list.map((name) => rename(name, names));
  switch (truth.kind) {
    case 'names':
      return { ...truth, names: all(truth.names), others: all(truth.others) };
    case 'table':
      return {
        ...truth,
        counts: Object.fromEntries(Object.entries(truth.counts).map(([name, count]) => [rename(name, names), count])),
      };
    default:
      return truth;
  }
}
