import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { plural, say, type Text, words } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';
import { timesIn } from '../question/times-asked.ts';
import { singular } from './columns.ts';
import { wordConditions } from './conditions.ts';
import { wordsMeant } from './name-words.ts';
import { isSameWord, type NumberColumn } from './numbers.ts';
import { documentsOf, eachLine, sampleRows } from './pass.ts';
import { chooseNumber, saidOf } from './plan.ts';
import { exactAmountOf } from './quantity.ts';
import type { Row } from './row.ts';
import { subjectWords } from './subject-words.ts';
import { claimAt, timesOf } from './told.ts';

const fromTo = /,?;? ?(?:and )?(?:if so,? )?from what (?:value )?to what(?: value)?/i;
const asksForCourse =
  /^(?:and )?(?:how (?:did|does|has|have|is) (.{3,60}?) (?:chang\w+|develop\w*|evolv\w+|mov\w+|behav\w+|progress\w*|get|go|grow|drop|fall|rise|declin\w+)\b|(?:did|does|has|have|is|are) (.{3,60}?) (?:get|got|gotten|getting|become|becoming|grow\w*|go(?:ne|ing)?|went)? ?(worse|better|lower|higher|weaker|stronger|longer|shorter|slower|faster|hotter|colder|warmer|cooler|smaller|larger|bigger|up|down|degrad\w*|drop\w*|fall\w*|fell|ris\w+|rose|increas\w*|decreas\w*|declin\w*|shr[iau]nk\w*|improv\w*)\b)/i;
const falling = /^(?:lower|weaker|shorter|colder|cooler|smaller|down|drop|fall|fell|decreas|declin|shr[iau]nk|degrad)/i;
const rising = /^(?:higher|stronger|longer|hotter|warmer|larger|bigger|up|ris|rose|increas|grow)/i;
/** Of these less is worse; of what takes long, fails or wears more is. */
const goodWhenHigh =
  /\b(?:runtime|battery|batt|voltage|signal|rssi|snr|capacity|health|speed|rate|throughput|free|charge|soc|level|efficiency|accuracy|yield|quality|bandwidth|flow|margin|available)\b/i;
const goodWhenLow =
  /\b(?:latency|delay|lag|duration|elapsed|errors?|failures?|loss|jitter|retries|queue|backlog|usage|used|load|temp|temperature|vibration|noise|rss|heap|memory|wear)\b/i;
const fewest = 4;

interface Seen {
  value: number;
  place: number;
  timeMs: number | undefined;
}

/** "Did the battery get worse, from what to what?": where a number begins, where it ends, and its lowest and highest. */
export async function courseOfNumber(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || question.phrases.length > 0) return undefined;
  const { rest } = timesIn(question.text);
  const match = asksForCourse.exec(rest.replace(fromTo, '').trim());
  const direction = match?.[3];
  if (match === null || (!fromTo.test(rest) && direction === undefined && !/\b(?:develop|evolv|progress)/i.test(rest)))
    return undefined;
  const named = subjectWords(match[1] ?? match[2]!);
  const rows = await sampleRows(run);
  // "Battery runtime" is a runtime: the last word of the name is what is measured.
  const head = subjectWords((match[1] ?? match[2]!).split(/ (?:of|on|in|at|for) /)[0]!).slice(-1);
  const number = columnOf(head, rows) ?? columnOf(named, rows);
  if (number === undefined) return undefined;
  const meant = wordsMeant(number.name).map(singular);
  const others = named.filter((word) => !meant.some((name) => isSameWord(name, singular(word.toLowerCase()))));
  const found = await wordConditions(run, others, () => false, rows);
  // "Battery runtime" is the runtime of lines that tell of a battery; what stands nowhere names nothing here.
  if (found.missing.some((word) => /\d/.test(word))) return undefined;
  const all: Seen[] = [];
  await eachLine(run, {
    times: question.times,
    see(line) {
      const value = found.conditions.every((one) => one.test(line)) ? number.read(line) : undefined;
      if (value !== undefined && all.length < 500_000) all.push({ value, place: line.place, timeMs: line.timeMs });
    },
  });
  if (all.length < fewest) return undefined;
  const edge = Math.max(1, Math.min(24, Math.floor(all.length * 0.02)));
  const [first, last] = [middle(all.slice(0, edge)), middle(all.slice(-edge))];
  const low = all.reduce((a, b) => (b.value < a.value ? b : a));
  const high = all.reduce((a, b) => (b.value > a.value ? b : a));
  const move = moveOf(all, first, last);
  const times = await timesOf(run);
  const amount = (one: Seen) => words(exactAmountOf(one.value, number.unit));
  const at = ({ timeMs }: Seen) => words(timeMs === undefined ? '' : ` (${times.at(timeMs)})`);
  const verb = move === 0 ? 'stays about the same' : move > 0 ? 'rises' : 'falls';
  const about = found.conditions.length > 0 ? say` of ${saidOf(found.conditions)}` : words('');
  return lookUp({
    cause: say`${answerOf(move, question.isYesNo ? direction : undefined, `${number.name} ${named.join(' ')}`)}${number.said} ${words(verb)} from ${amount(first)}${at(first)} to ${amount(last)}${at(last)}; lowest ${amount(low)}${at(low)}, highest ${amount(high)}`,
    explanation: [
      {
        text: say`Over ${plural(all.length, 'value')}${about}; begin and end are the middle of the first and the last ${edge}`,
        ranges: [],
      },
    ],
    proof: [
      claimAt(run, say`At the begin: ${amount(first)}`, first.place),
      claimAt(run, say`At the end: ${amount(last)}`, last.place),
      claimAt(run, say`Lowest: ${amount(low)}`, low.place),
      claimAt(run, say`Highest: ${amount(high)}`, high.place),
    ],
  });
}

function columnOf(named: readonly string[], rows: readonly Row[]): NumberColumn | undefined {
  return named.length === 0 ? undefined : chooseNumber({ words: named.map((word) => word.toLowerCase()) }, rows);
}

function middle(part: readonly Seen[]): Seen {
  return [...part].sort((a, b) => a.value - b.value)[Math.floor((part.length - 1) / 2)]!;
}

/** Up, down, or no further than the values swing in each tenth of the time. */
function moveOf(all: readonly Seen[], first: Seen, last: Seen): -1 | 0 | 1 {
  const size = Math.ceil(all.length / 10);
  const swings: number[] = [];
  for (let from = 0; from < all.length; from += size) {
    const part = all.slice(from, from + size).map(({ value }) => value);
    const sorted = part.sort((a, b) => a - b);
    swings.push(sorted[Math.floor(sorted.length * 0.75)]! - sorted[Math.floor(sorted.length * 0.25)]!);
  }
  const swing = swings.sort((a, b) => a - b)[Math.floor(swings.length / 2)]!;
  const moved = last.value - first.value;
  if (Math.abs(moved) <= Math.max(swing, Math.abs(first.value) * 0.02)) return 0;
  return moved > 0 ? 1 : -1;
}

function answerOf(move: -1 | 0 | 1, direction: string | undefined, name: string): Text {
  if (direction === undefined) return words('');
  const wanted = rising.test(direction) ? 1 : falling.test(direction) ? -1 : qualityOf(direction, name);
  if (wanted === undefined) return words('');
  return words(move === wanted ? 'Yes: ' : 'No: ');
}

/** Which way is worse, or better, for such a number. */
function qualityOf(direction: string, name: string): -1 | 1 | undefined {
  const text = name.replace(/[_.-]/g, ' ');
  const good = goodWhenHigh.test(text) ? 1 : goodWhenLow.test(text) ? -1 : undefined;
  if (good === undefined || !/^(?:worse|better|improv|slower|faster)/i.test(direction)) return undefined;
  const isBetter = /^(?:better|improv|faster)/i.test(direction);
  return (isBetter ? good : -good) as -1 | 1;
}
