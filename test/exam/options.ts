import { createHash, randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { SearchMode, Verdict } from '#service/investigator/report.ts';
import { type Mark, marks, type Sheet } from './item.ts';
import { verdicts } from './score.ts';

export interface ExamOptions {
  sets: readonly string[];
  classes: readonly string[];
  match: RegExp | undefined;
  half: 'dev' | 'hold' | undefined;
  show: readonly { mark: Mark; verdict: Verdict | undefined }[];
  showBroken: boolean;
  limit: number;
  seed: number;
  worlds: number;
  mode: SearchMode;
  data: string;
  json: string | undefined;
  compare: string | undefined;
}

const usage = `npm run exam -- [options]
  --set NAME        only this set (cases, questions, kernel, reports, corpus, engineer, strangers, made, trades, laws);
                    may be repeated
  --class TEXT      only classes whose name contains TEXT; may be repeated
  --match PATTERN   only questions whose id or text matches
  --half dev|hold   one half of the files, always the same; hold prints totals only
  --show MARKS      print the answers graded right, partly, wrong or admitted (commas between, wrong:CONFIRMED narrows),
                    and with broken the laws that do not hold
  --limit N         print at most N of them (20)
  --seed N          replay the logs that an earlier run made for the sets made, trades and laws
  --worlds N        how many logs are made for the sets made and laws (24)
  --mode quick|deep how the investigator works (deep)
  --data FOLDER     real reports, questions and kernel logs (EXAM_DATA, ../shared/data)
  --json FILE       write every grade
  --compare FILE    name what passed in an earlier --json FILE and fails now`;

export function readOptions(args: readonly string[]): ExamOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      set: { type: 'string', multiple: true, default: [] },
      class: { type: 'string', multiple: true, default: [] },
      match: { type: 'string' },
      half: { type: 'string' },
      show: { type: 'string', default: '' },
      limit: { type: 'string', default: '20' },
      seed: { type: 'string' },
      worlds: { type: 'string', default: '24' },
      mode: { type: 'string', default: 'deep' },
      data: { type: 'string', default: process.env.EXAM_DATA ?? '../shared/data' },
      json: { type: 'string' },
      compare: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const { half, mode } = values;
  if (half !== undefined && half !== 'dev' && half !== 'hold') throw new Error(`--half takes dev or hold\n${usage}`);
  if (mode !== 'quick' && mode !== 'deep') throw new Error(`--mode takes quick or deep\n${usage}`);
  return {
    sets: values.set,
    classes: values.class,
    match: values.match === undefined ? undefined : new RegExp(values.match, 'i'),
    half,
    show: values.show.split(',').flatMap(shownMark),
    showBroken: values.show.split(',').includes('broken'),
    limit: Number(values.limit),
    seed: values.seed === undefined ? randomInt(1, 1_000_000) : Number(values.seed),
    worlds: Number(values.worlds),
    mode,
    data: values.data,
    json: values.json,
    compare: values.compare,
  };
}

function shownMark(text: string): { mark: Mark; verdict: Verdict | undefined }[] {
  const [wanted, verdict] = text.split(':');
  return marks
    .filter((mark) => mark === wanted)
    .map((mark) => ({ mark, verdict: verdicts.find((one) => one === verdict) }));
}

/** What the options leave of the sheets; files of which nothing is asked are not opened. */
export function chosen(sheets: readonly Sheet[], { sets, classes, match, half }: ExamOptions): Sheet[] {
  const isChosen = (item: Sheet['items'][number]) =>
    (sets.length === 0 || sets.includes(item.set)) &&
    (classes.length === 0 || classes.some((part) => item.class.includes(part))) &&
    (match === undefined || match.test(item.id) || match.test(item.question));
  return sheets
    .filter(({ fileKey }) => half === undefined || halfOf(fileKey) === half)
    .map((sheet) => ({ ...sheet, items: sheet.items.filter(isChosen) }))
    .filter(({ items }) => items.length > 0);
}

/** By the file, so that what is learnt from one question to it gives nothing away about the other half. */
export function halfOf(fileKey: string): 'dev' | 'hold' {
  return (createHash('sha256').update(fileKey).digest()[0] ?? 0) % 2 === 0 ? 'dev' : 'hold';
}
