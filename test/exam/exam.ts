import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedLogSheets } from './asked-logs.ts';
import { checkLaws, type LawChecked } from './check-laws.ts';
import { corpusSheets } from './corpus.ts';
import { madeSheets, makeWorlds } from './generate/made-sheets.ts';
import type { Mark, Sheet } from './item.ts';
import { chosen, type ExamOptions, readOptions } from './options.ts';
import { lawsOf, shown, tableOf, targetsOf, verdictsOf } from './print.ts';
import { reportSheets } from './reports.ts';
import { tallyOf } from './score.ts';
import { caseSheets, kernelSheets, questionSheets } from './shared-data.ts';
import { sit } from './sit.ts';
import { tradeSheets } from './trades/trade-sheets.ts';

/** Asks the investigator everything whose answer is known, and prints how much of it was right. */
const options = readOptions(process.argv.slice(2));
const sheets = chosen(sheetsOf(options), options);
const unread: string[] = [];
const graded = await sit(sheets, options.mode, { progress, unread: (message) => unread.push(message) });
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
const isWithLaws = options.sets.length === 0 || options.sets.includes('laws');
print(isWithLaws ? await checkLaws(makeWorlds(options.seed, options.worlds), options.mode) : []);

function sheetsOf({ data, sets, seed, worlds }: ExamOptions): Sheet[] {
  const shared = (set: string, open: (folder: string) => Sheet[]) => {
    if (sets.length > 0 && !sets.includes(set)) return [];
    const folder = join(data, set);
    if (existsSync(folder)) return open(folder);
    process.stderr.write(`SKIPPED: the set ${set}, since there is no folder ${folder}; --data names another.\n`);
    return [];
  };
  const isWanted = (set: string) => sets.length === 0 || sets.includes(set);
  return [
    ...shared('cases', caseSheets),
    ...shared('questions', questionSheets),
    ...shared('kernel', kernelSheets),
    ...(isWanted('reports') ? reportSheets() : []),
    ...(isWanted('corpus') ? corpusSheets() : []),
    ...(['engineer', 'strangers'] as const).flatMap((set) => (isWanted(set) ? askedLogSheets(set) : [])),
    ...(isWanted('made') ? madeSheets(makeWorlds(seed, worlds)) : []),
    ...(isWanted('trades') ? tradeSheets(seed) : []),
  ];
}

function progress(files: number, answers: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${files} of ${sheets.length} files, ${answers} answers `);
}

function print(laws: readonly LawChecked[]): void {
  const { half, show, limit, seed, json, compare } = options;
  const out = (text: string) => process.stdout.write(`${text}\n`);
  if (half !== 'hold') {
    const picked = graded.filter(({ mark, told }) =>
      show.some((want) => want.mark === mark && (want.verdict ?? told.verdict) === told.verdict),
    );
    for (const one of picked.slice(0, limit)) out(`${shown(one)}\n`);
    if (picked.length > limit) out(`… ${picked.length - limit} more: --limit ${picked.length}\n`);
  }
  if (graded.length > 0) {
    out(tableOf(graded, { withClasses: half !== 'hold' }));
    out(`\n${verdictsOf(tallyOf(graded))}`);
    out(`\n${targetsOf(graded)}`);
  }
  if (laws.length > 0) out(`\n${lawsOf(laws, options)}`);
  for (const line of unread) out(`not read: ${line}`);
  out(`\nseed ${seed}`);
  if (compare !== undefined && half !== 'hold') out(comparison(compare));
  if (json !== undefined) writeFileSync(json, JSON.stringify({ seed, marks: marksById() }, null, 1));
}

function marksById(): Record<string, { mark: Mark; verdict: string }> {
  return Object.fromEntries(graded.map(({ item, told, mark }) => [item.id, { mark, verdict: told.verdict }]));
}

function comparison(file: string): string {
  const before = (JSON.parse(readFileSync(file, 'utf8')) as { marks: ReturnType<typeof marksById> }).marks;
  const now = graded.flatMap((one) => {
    const earlier = before[one.item.id];
    return earlier === undefined ? [] : [{ ...one, earlier: earlier.mark }];
  });
  const lost = now.filter(({ earlier, mark }) => earlier === 'right' && mark !== 'right');
  const won = now.filter(({ earlier, mark }) => earlier !== 'right' && mark === 'right');
  return [
    `\nof ${now.length} asked before: ${won.length} right now that were not, ${lost.length} that were right and are not:`,
    ...lost.map(({ item, mark, told }) => `  ${mark} ${told.verdict}  ${item.id}  ${item.question}`),
  ].join('\n');
}
