import { exceptionIn } from '../calculate/entity-values.ts';
import { eachLine, rangeAt } from '../calculate/pass.ts';
import { atTime, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { firstOwnFrame } from './code-places.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, words } from './say.ts';

const asksForCode =
  /\b(?:which|what|where)\b.{0,24}\b(?:code|class|method|function|source (?:file|line)|line of code|stack ?frame|code line)\b.{0,40}\b(?:fault|fail\w*|br[eo]ak\w*|broke\w*|crash\w*|thr[eo]w\w*|blow\w*|bug\w*|wrong|guilty|responsible|errors?|exceptions?|caus\w*|behind|buggy|blame)\b|\bwhere in the (?:code|source)\b/i;

const mostPlaces = 500;
const mostBelow = 60;

interface Place {
  exception: string;
  frame: string;
  count: number;
  first: number;
  firstMs: number | undefined;
}

/** "Which code is at fault?": the exceptions of the failing lines with the first frame of own code in their stacks. */
export async function answerCode(run: Investigation): Promise<Draft | undefined> {
  const { text } = run.question;
  if (run.files.length > 1 || text.length > 200 || !asksForCode.test(text)) return undefined;
  const places = await placesOf(run);
  const [top, ...others] = places.sort((a, b) => b.count - a.count || a.first - b.first);
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
    const exception = named.slice(named.indexOf(name), named.indexOf(name) + 140).trim();
    const key = `${name} ${frame}`;
    const known = places.get(key);
    if (known !== undefined) known.count++;
    else if (places.size < mostPlaces)
      places.set(key, { exception, frame, count: 1, first: at.place, firstMs: at.timeMs });
  };
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      close();
      if (!line.isFailing()) return;
      open = { texts: stackWithin(line.text, [...line.row().values.values()]), place: line.place, timeMs: line.timeMs };
    },
    seeBelow(text) {
      if (open !== undefined && open.texts.length < mostBelow) open.texts.push(text);
    },
  });
  close();
  return [...places.values()];
}

/** A structured line may hold its stack in a field. */
function stackWithin(text: string, values: readonly (string | number)[]): string[] {
  const stack = values.find((value) => typeof value === 'string' && /\n\s*(?:at |File ")/.test(value));
  return typeof stack === 'string' ? stack.split('\n').slice(0, mostBelow) : [text];
}
