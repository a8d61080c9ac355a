import { documentsOf, eachLine } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import { lineHolds } from '../episodes/unit-tokens.ts';
import type { Investigation } from '../investigation.ts';
import { failingWords } from '../members/failing-words.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, words } from './say.ts';

const asksEvery =
  /^(?:did|have|has|were|are|was) (?:all|every|each)(?: one)?(?: of)?(?: the| our)? (.{0,40}?)\b(?:runs?|jobs?|batch(?:es)?|cycles?|backups?|builds?|imports?|exports?|syncs?|executions?|passes)\b(.{0,30}?)\b(?:succe\w+|ok|okay|fine|finish\w*|complet\w*|pass\w*|through|well|good|clean(?:ly)?|green)\b/i;
const ends =
  /\b(?:finish(?:ed)?|complet(?:ed?|ion)|done|end(?:ed)?|exit(?:ed)?|succeeded|success(?:ful(?:ly)?)?|failed|aborted|terminated)\b/i;
const leftOver =
  /\b(?:rc|exit(?:[ _-]?(?:code|status))?|code|ret(?:urn)?)["']?\s?[=: ]\s?["']?([1-9]\d{0,4})\b|\b(?:failed|failures?|errors?|rejected)["']?\s?[=:]\s?["']?([1-9]\d*)\b/i;
const zeroes =
  /\b\w*(?:fail(?:ed|ures?|s)?|errors?|rejected|skipped|aborted)["']?\s?[=:]\s?["']?(?:0|none|false|no)\b|\b(?:0|no) (?:failed|failures?|errors?|rejected)\b/gi;
const small = /^(?:the|our|of|nightly|daily|hourly|weekly|scheduled|single)$/i;

interface Spot {
  place: number;
  timeMs: number | undefined;
  text: string;
}

/** "Did every settlement run succeed?": what the last line of each run tells of how it went. */
export async function answerEveryRun(run: Investigation): Promise<Draft | undefined> {
  const found = asksEvery.exec(run.question.text);
  if (found === null || run.files.length !== 1 || documentsOf(run).length !== 1) return undefined;
  const asked = /\b(backup|build|import|export|sync)s?\b/i.exec(found[0])?.[1];
  const named = [...(`${found[1]!} ${asked ?? ''}`.match(/[\p{L}\d_-]{3,}/gu) ?? [])].filter(
    (word) => !small.test(word),
  );
  const tests = named.map((word) => ({ holds: lineHolds(word), within: word.toLowerCase() }));
  const spots: Spot[] = [];
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (!ends.test(line.text)) return;
      if (!tests.every(({ holds, within }) => holds(line.text) || line.text.toLowerCase().includes(within))) return;
      const { message } = line.row();
      if (spots.length < 20_000 && ends.test(message))
        spots.push({ place: line.place, timeMs: line.timeMs, text: line.text });
    },
  });
  if (spots.length < 2) return undefined;
  const bad = spots.filter(({ text }) => leftOver.test(text) || failingWords.test(text.replace(zeroes, ' ')));
  const times = await timesOf(run);
  const at = ({ timeMs }: Spot) => (timeMs === undefined ? '' : times.at(timeMs));
  const [first, last] = [spots[0]!, spots.at(-1)!];
  const span =
    first.timeMs === undefined || last.timeMs === undefined ? '' : `, ${times.span(first.timeMs, last.timeMs)}`;
  const claim = (spot: Spot) => claimAt(run, say`Ended${words(at(spot) === '' ? '' : ` at ${at(spot)}`)}`, spot.place);
  if (bad.length === 0)
    return lookUp({
      cause: say`Yes, nothing wrong: all ${plural(spots.length, 'run')} told of ended well${words(span)}, the last with ${shown(last)}`,
      proof: [first, last].map(claim),
    });
  return lookUp({
    cause: say`No: ${bad.length} of ${spots.length} did not: ${join(
      bad.slice(0, 3).map((spot) => say`${shown(spot)} at ${words(at(spot))}`),
      '; ',
    )}`,
    proof: bad.slice(0, 8).map(claim),
  });
}

const shown = ({ text }: Spot): string => text.replace(/^[\d\s:.,TZ+/-]{8,40}/, '').slice(0, 90);
