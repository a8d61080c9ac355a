import { anyOf } from '#core/any-of.ts';
import { isOwnCode } from '../../formats/log/own-code.ts';
import { exceptionIn } from '../calculate/entity-values.ts';
import { eachLine, type PassLine, rangeAt } from '../calculate/pass.ts';
import { atTime, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { commonStart } from '../words/word-forms.ts';
import { firstOwnFrame } from './code-places.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, words } from './say.ts';

const verbs =
  /fault|fail\w*|br[eo]ak\w*|broke\w*|crash\w*|thr[eo]w\w*|blow\w*|bug\w*|wrong|guilty|responsible|errors?|exceptions?|caus\w*|behind|blame|leak\w*|reject\w*|hangs?|block\w*|refus\w*|deadlock\w*|never (?:clos|releas|return)\w*/;
const asksForCode = anyOf(
  [
    new RegExp(
      String.raw`\b(?:which|what|where)\b.{0,24}\b(?:code|class|method|function|source (?:file|line)|line of code|stack ?frame|code line)s?\b.{0,40}\b(?:${verbs.source})\b`,
    ),
    /\bwhere in the (?:code|source)\b/,
  ],
  { flags: 'i' },
);

const mostPlaces = 500;
const mostBelow = 60;

interface Place {
  exception: string;
  frame: string;
  /** How many words of the question the exception holds. */
  asked: number;
  isOwn: boolean;
  count: number;
  first: number;
  firstMs: number | undefined;
}

/** "Which code is at fault?": the exceptions of the failing lines with the first frame of own code in their stacks. */
export async function answerCode(run: Investigation): Promise<Draft | undefined> {
  const { text } = run.question;
  if (run.files.length > 1 || text.length > 200 || !asksForCode.test(text)) return undefined;
  const places = await placesOf(run);
  const [top, ...others] = places.sort(
    (a, b) => b.asked - a.asked || Number(b.isOwn) - Number(a.isOwn) || b.count - a.count || a.first - b.first,
  );
  if (top === undefined) return undefined;
  const times = await timesOf(run);
  const rest = others.slice(0, 4).map((one) => say`${one.frame} ${one.count}`);
  return lookUp({
    cause: say`${top.frame}: ${top.exception}, ${plural(top.count, 'time')}${words(top.count > 1 ? ', first' : '')}${atTime(times, top.firstMs)}`,
    explanation: rest.length === 0 ? [] : [{ text: say`Other stacks end in ${join(rest, ', ')}`, ranges: [] }],
    proof: [top, ...others].slice(0, 5).map((one) => {
      const range = rangeAt(run, one.first);
      return {
        text: say`${one.exception.slice(0, 160)}, ${plural(one.count, 'time')}`,
        ranges: [{ ...range, lineEnd: range.lineStart + (one === top ? 5 : 0) }],
      };
    }),
  });
}

async function placesOf(run: Investigation): Promise<Place[]> {
  const places = new Map<string, Place>();
  const stems = (run.question.text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .filter((word) => !aboutCode.test(word))
    .map(commonStart);
  const add = (exception: string, name: string, frame: string, place: number, timeMs: number | undefined) => {
    const key = `${name} ${frame}`;
    const known = places.get(key);
    const text = exception.toLowerCase();
    if (known !== undefined) known.count++;
    else if (places.size < mostPlaces) {
      const asked = stems.filter((stem) => stem.length >= 4 && text.includes(stem)).length;
      places.set(key, { exception, frame, asked, isOwn: isOwnCode(frame), count: 1, first: place, firstMs: timeMs });
    }
  };
  let open: { texts: string[]; place: number; timeMs: number | undefined } | undefined;
  const close = () => {
    const at = open;
    open = undefined;
    if (at === undefined) return;
    const frame = firstOwnFrame(at.texts)?.text;
    if (frame === undefined) return;
    const named = at.texts.find((text) => exceptionIn(text) !== undefined);
    const name = named === undefined ? undefined : exceptionIn(named);
    if (named === undefined || name === undefined) return;
    add(named.slice(named.indexOf(name), named.indexOf(name) + 140).trim(), name, frame, at.place, at.timeMs);
  };
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      close();
      if (line.isFailing()) {
        const told = toldPlace(line.row().values);
        if (told !== undefined) {
          const { message } = fieldsOf(line.text);
          add(message.slice(0, 140), message.slice(0, 60), told, line.place, line.timeMs);
          return;
        }
      }
      open = { texts: stackWithin(line), place: line.place, timeMs: line.timeMs };
    },
    seeBelow(text) {
      if (open !== undefined && open.texts.length < mostBelow) open.texts.push(text);
    },
  });
  close();
  return [...places.values()];
}

const aboutCode = /^(?:which|what|where|code|class|method|function|source|file|line|with|from|that|does|ours?)$/;

/** A field that names the place in the code: `file=ranker/semantic.go:211`, `caller=…`. */
function toldPlace(values: ReadonlyMap<string, string | number>): string | undefined {
  for (const [name, value] of values) {
    const isNamed = /^(?:file|caller|source|src|func(?:tion)?|location|code\.(?:function|filepath|namespace))$/i.test(
      name,
    );
    if (isNamed && typeof value === 'string' && /^[\w$./<>-]{2,120}(?:\.\w{1,5}:\d{1,6}|\(\))$/.test(value))
      return value;
  }
  return undefined;
}

/** A structured line may hold its stack in a field. */
function stackWithin(line: PassLine): string[] {
  if (!/\\n|\n/.test(line.text)) return [line.text];
  const stack = [...line.row().values.values()].find(
    (value) => typeof value === 'string' && /\n\s*(?:at |File ")/.test(value),
  );
  return typeof stack === 'string' ? stack.split('\n').slice(0, mostBelow) : [line.text];
}
