import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, say, words } from '../answer/say.ts';
import type { Asked } from '../calculate/asked.ts';
import type { NumberColumn } from '../calculate/numbers.ts';
import { documentsOf, eachLine } from '../calculate/pass.ts';
import { planFor } from '../calculate/plan.ts';
import { amountOf, plainUnit } from '../calculate/quantity.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import { lineHolds } from '../episodes/unit-tokens.ts';
import type { Investigation } from '../investigation.ts';
import { namesOf } from '../members/other-names.ts';
import { numberOfOrdinal, ordinalPattern } from '../question/ordinals.ts';
import { splitAttempts } from './split-attempts.ts';

const form =
  /^(?:what|which|how (?:high|low|much|hot|cold|full)) (?:was|is|were) (?:the )?(?:last |latest |current )?(.{1,50}?) (?:(?:it|that was|was) \w+ )?(?:(?:right |just |shortly |immediately )?(before|after)|at|when) (?:the |its |it )?(.{3,60})$/i;
const restarts = /^(?:re-?boots?|re-?starts?|resets?|boots?|power[ -]?cycles?)$/i;
const filler =
  /^(?:the|a|an|of|was|is|were|it|its|value|reading|number|level|just|had|has|each|every|time|first|last|read|did|came|come|happened)$/i;
const mostEvents = 6;
/** What begins the file is no restart. */
const mostHead = 5;

interface Event {
  place: number;
  timeMs: number | undefined;
  text: string;
}

/** "What was the soc at the second protective stop": the value last stated when the event came; after it, the next. */
export async function valueAtEvent(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || question.phrases.length > 0) return undefined;
  const found = form.exec(question.text.replace(/[?.!\s]+$/, ''));
  if (found === null || /^\d/.test(found[3]!)) return undefined;
  const measure = wordsIn(found[1]!);
  if (measure.length === 0) return undefined;
  const { events, pick } = await eventsOf(run, found[3]!);
  const chosen = pick === undefined ? events : events.slice(pick === 'last' ? -1 : pick - 1).slice(0, 1);
  if (chosen.length === 0 || chosen.length > mostEvents) return undefined;
  const asked: Asked = {
    kind: 'statistic',
    measure: { words: [...new Set(measure.flatMap(namesOf))] },
    statistics: [],
    isLow: false,
    conditions: [],
    subject: [],
    phrases: [],
  };
  const number = (await planFor(run, asked)).number ?? symbolOf(measure);
  if (number === undefined) return undefined;
  const isAfter = found[2]?.toLowerCase() === 'after';
  const values: ({ value: number; place: number; timeMs: number | undefined } | undefined)[] = chosen.map(
    () => undefined,
  );
  await eachLine(run, {
    see(line) {
      const value = number.read(line);
      if (value === undefined) return;
      for (const [index, event] of chosen.entries()) {
        const isWanted = isAfter ? line.place >= event.place && values[index] === undefined : line.place <= event.place;
        if (isWanted) values[index] = { value, place: line.place, timeMs: line.timeMs };
      }
    },
  });
  const known = values.flatMap((one, index) => (one === undefined ? [] : [{ ...one, event: chosen[index]! }]));
  if (known.length === 0) return undefined;
  const times = await timesOf(run);
  const side = isAfter ? 'after' : 'before';
  return lookUp({
    cause: say`${number.said} ${join(
      known.map(
        ({ value, timeMs, event }) =>
          say`${words(amountOf(value, number.unit))}${atTime(times, timeMs)}, ${words(known.length === 1 ? `the ${isAfter ? 'first' : 'last'} ${side}` : side)} ${event.text.slice(0, 70)}${atTime(times, event.timeMs)}`,
      ),
      '; ',
    )}`,
    proof: known.map(({ value, place, event }) =>
      claimAt(run, words(amountOf(value, number.unit)), place, event.place),
    ),
  });
}

/** Instruments write a quantity by its symbol. */
const symbols: Record<string, string> = {
  temperature: 'T',
  voltage: 'U|V',
  current: 'I',
  pressure: 'p|P',
  humidity: 'RH|rh',
  frequency: 'f',
  speed: 'v|n',
};

function symbolOf(measure: readonly string[]): Pick<NumberColumn, 'said' | 'unit' | 'read'> | undefined {
  const name = measure.map((word) => word.toLowerCase()).find((word) => Object.hasOwn(symbols, word));
  if (name === undefined) return undefined;
  const stated = new RegExp(`(?<![\\w.])(?:${symbols[name]!}) ?[=:] ?(-?\\d{1,9}(?:\\.\\d{1,6})?)(?![\\w.:])`);
  return {
    said: words(name),
    unit: plainUnit,
    read(line) {
      const value = stated.exec(line.text)?.[1];
      return value === undefined ? undefined : Number(value);
    },
  };
}

function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}\d_][\p{L}\d_.-]*/gu) ?? []).filter((word) => !filler.test(word)).slice(0, 4);
}

/** The lines that tell of it; of a restart the last line before it. */
async function eventsOf(
  run: Investigation,
  text: string,
): Promise<{ events: Event[]; pick: number | 'last' | undefined }> {
  const ordinal = new RegExp(`^(?:${ordinalPattern}|(last|final)) `, 'i').exec(text);
  const pick =
    ordinal?.[1] !== undefined ? numberOfOrdinal(ordinal[1]) : ordinal === null ? undefined : ('last' as const);
  const asked = wordsIn(ordinal === null ? text : text.slice(ordinal[0].length));
  if (asked.length === 0) return { events: [], pick };
  if (asked.length === 1 && restarts.test(asked[0]!)) {
    const stretches = await splitAttempts(run, 'boot');
    if (stretches?.isByClock === true) return { events: stretches.all.slice(0, -1).map(({ to }) => to), pick };
    const begun = stretches?.all.map(({ from }) => from).filter(({ place }) => place > mostHead);
    if (begun !== undefined && begun.length > 0) return { events: begun, pick };
  }
  const tests = asked.map(lineHolds);
  const events: Event[] = [];
  await eachLine(run, {
    see(line) {
      if (events.length < 1000 && tests.every((holds) => holds(line.text)))
        events.push({ place: line.place, timeMs: line.timeMs, text: line.row().message });
    },
  });
  return { events, pick };
}
