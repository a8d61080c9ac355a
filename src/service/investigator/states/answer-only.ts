import { literalPattern } from '#core/literal-pattern.ts';
import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import { documentsOf, eachLine, type PassLine } from '../calculate/pass.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import { shorten } from '../detect/shorten.ts';
import { wordsOfLine } from '../episodes/line-kinds.ts';
import { lineHolds } from '../episodes/unit-tokens.ts';
import type { Investigation } from '../investigation.ts';
import { contentWords } from '../members/members-asked.ts';
import { patternOf } from '../survey/message-pattern.ts';
import { stemOf } from '../words/word-forms.ts';
import { lineState } from './line-state.ts';

interface OnlyAsked {
  /** Whom the question names; none where it is all that is told of first. */
  name?: string;
  /** What is said of it; empty where it is any trouble. */
  words: string[];
  /** "Is it only X": yes where no other is; "is anything else": no then. */
  isOnly: boolean;
}

const onlyOne =
  /^(?:is|was|are|were) (?:the )?([\w./:@+-]{2,60}) the only (?:one|thing|[a-z]{3,20})\b(?: (?:that|which|who|with|to|having|where))? ?(.*)$/i;
const onlyName = /^(?:is|was|are|were|did|does|has|had|have) (?:it )?only (?:the )?([\w./:@+-]{2,60}) ?(.*)$/i;
const anyElse =
  /^(?:is|are|was|were|did|does|do|has|have|had) (?:there )?(?:any|some|no)[- ]?(?:thing|one|body) else ?(.*?)(?: (?:besides|beside|except(?: for)?|apart from|other than|but|than) (?:the )?([\w./:@+-]{2,60}))?$/i;
const plainTrouble =
  /^(?:fail\w*|affected|broken|down|wrong|bad|problems?|trouble|issues?|errors?|having|hit|one|got|went|go)$/i;
const mostKinds = 400;
const mostTold = 3;

/** Undefined where nobody asks whether it is of one alone. */
function onlyAsked(text: string): OnlyAsked | undefined {
  const flat = text.replace(/[?!.\s]+$/, '').replace(/^(?:and|so|but) /i, '');
  const one = onlyOne.exec(flat) ?? onlyName.exec(flat);
  const [, name, rest = ''] = one ?? [];
  const other = one === null ? anyElse.exec(flat) : null;
  if (one === null && other === null) return undefined;
  const said = contentWords(one === null ? (other?.[1] ?? '') : rest).filter((word) => !plainTrouble.test(word));
  const known = one === null ? other?.[2] : name;
  if (known !== undefined && !/[\d_./:@-]|^[a-z]/.test(known)) return undefined;
  return { ...(known === undefined ? {} : { name: known }), words: said, isOnly: one !== null };
}

interface Kind {
  text: string;
  values: ReadonlyMap<string, string | number>;
  count: number;
  first: { place: number; timeMs?: number };
  lastPlace: number;
}

/** "Was stripe the only one that failed", "is anything else crashing": of whom all lines are that tell of it. */
export async function answerOnly(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || question.phrases.length > 0 || !question.isYesNo)
    return undefined;
  const asked = onlyAsked(question.text);
  if (asked === undefined || (asked.name === undefined && asked.words.length === 0)) return undefined;
  const isNamed = asked.name === undefined ? undefined : lineHolds(asked.name);
  const said = asked.words.map(beginsWord);
  const own = new Map<string, Kind>();
  const others = new Map<string, Kind>();
  const states = new Map<string, boolean>();
  await eachLine(run, {
    times: question.times,
    see(line) {
      if (said.some((holds) => !holds(line.text))) return;
      if (said.length === 0 && !isBad(line, states)) return;
      const kinds = isNamed === undefined || isNamed(line.text) ? own : others;
      const text = wordsOfLine(line);
      const pattern = patternOf(text);
      const known = kinds.get(pattern);
      if (known !== undefined) {
        known.count++;
        known.lastPlace = line.place;
      } else if (kinds.size < mostKinds)
        kinds.set(pattern, {
          text,
          values: line.row().values,
          count: 1,
          first: { place: line.place, ...(line.timeMs === undefined ? {} : { timeMs: line.timeMs }) },
          lastPlace: line.place,
        });
    },
  });
  const known = ranked(own);
  const all = ranked(others);
  const alike = said.length > 0 ? all : all.filter(isOfSame(known, asked.name ?? ''));
  return tell(
    run,
    asked,
    known,
    alike,
    all.filter((kind) => !alike.includes(kind)),
  );
}

async function tell(
  run: Investigation,
  { name, isOnly }: OnlyAsked,
  own: readonly Kind[],
  others: readonly Kind[],
  unlike: readonly Kind[],
): Promise<Draft | undefined> {
  const [first, ...more] = own;
  if (first === undefined) return undefined;
  // Without a name the loudest is the one that is known.
  const besides = name === undefined ? more : others;
  const times = await timesOf(run);
  const claims = (kinds: readonly Kind[]) =>
    kinds
      .slice(0, mostTold)
      .map((kind) =>
        claimAt(run, say`${shorten(kind.text, 100)}, ${plural(kind.count, 'line')}`, kind.first.place, kind.lastPlace),
      );
  const lines = (kinds: readonly Kind[]) => kinds.reduce((sum, { count }) => sum + count, 0);
  const all = name === undefined ? [first] : own;
  const whose = name === undefined ? say`${shorten(first.text, 80)}` : say`${name}`;
  if (besides.length === 0)
    return lookUp({
      cause: say`${words(isOnly ? 'Yes' : 'No')}: all ${plural(lines(all), 'such line')} ${words(lines(all) === 1 ? 'is' : 'are')} of ${whose}${name === undefined ? words('') : say`: ${shorten(first.text, 70)}`}, the first${atTime(times, first.first.timeMs)}`,
      explanation:
        unlike.length === 0
          ? []
          : [
              {
                text: say`${plural(lines(unlike), 'bad line')} of other kinds, most often ${shorten(unlike[0]!.text, 80)}`,
                ranges: [],
              },
            ],
      proof: claims([...own.slice(0, mostTold - 1), ...unlike]),
    });
  const told = besides
    .slice(0, mostTold)
    .map((kind) => say`${shorten(kind.text, 70)} (${kind.count})${atTime(times, kind.first.timeMs)}`);
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${words(isOnly ? 'No' : 'Yes')}: ${plural(lines(besides), 'such line')} ${words(lines(besides) === 1 ? 'is' : 'are')} of others: ${join(told, ', ')}; ${lines(all)} of ${whose}`,
    proof: [...claims(besides), ...claims(all)],
  });
}

/** Told in the same field with another value, or in the same words with another name. */
function isOfSame(own: readonly Kind[], name: string): (kind: Kind) => boolean {
  const low = name.toLowerCase();
  const fields = new Set(
    own.flatMap(({ values }) =>
      [...values].flatMap(([key, value]) => (String(value).toLowerCase() === low ? [key] : [])),
    ),
  );
  const shapes = own.map(({ text }) => patternOf(text).toLowerCase().split(/\s+/));
  return ({ values, text }) => {
    if (fields.size > 0) return [...fields].some((field) => values.has(field));
    const shape = patternOf(text).toLowerCase().split(/\s+/);
    return shapes.some(
      (one) => one.length === shape.length && one.filter((word, at) => word !== shape[at]).length <= 1,
    );
  };
}

const ranked = (kinds: ReadonlyMap<string, Kind>): Kind[] => [...kinds.values()].sort((a, b) => b.count - a.count);

function beginsWord(word: string): (text: string) => boolean {
  const stem = literalPattern(stemOf(word.toLowerCase()));
  const pattern = new RegExp(`(?<![\\p{L}\\d])${stem}`, 'iu');
  return (text) => pattern.test(text);
}

/** By its kind, but for what its own fields tell. */
function isBad(line: PassLine, states: Map<string, boolean>): boolean {
  if (line.isFailing()) return true;
  const key = line.form >= 0 ? String(line.form) : patternOf(line.text);
  let bad = states.get(key);
  if (bad === undefined) {
    bad = lineState(wordsOfLine(line), false, undefined) === 'bad';
    if (states.size < 20_000) states.set(key, bad);
  }
  return bad;
}
