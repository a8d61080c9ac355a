import type { LawChecked } from './check-laws.ts';
import { marks } from './item.ts';
import { agreementOf, type Graded, precisionOf, type Tally, tallyOf, verdicts } from './score.ts';

export const percent = (share: number | undefined) => (share === undefined ? '-' : `${(100 * share).toFixed(1)} %`);

/** One line a class, and for each set a line of its whole with what each verdict was worth. */
export function tableOf(graded: readonly Graded[], { withClasses }: { withClasses: boolean }): string {
  const lines = [row('', ['asked', ...marks, 'CONFIRMED right', 'LIKELY right', 'ms'])];
  for (const [set, ofSet] of Map.groupBy(graded, ({ item }) => item.set)) {
    lines.push(tallyRow(set, ofSet));
    if (!withClasses) continue;
    const classes = [...Map.groupBy(ofSet, ({ item }) => item.class)].sort(([a], [b]) => a.localeCompare(b));
    for (const [name, ofClass] of classes) lines.push(tallyRow(`  ${name}`, ofClass));
  }
  return lines.join('\n');
}

function tallyRow(name: string, graded: readonly Graded[]): string {
  const tally = tallyOf(graded);
  const share = (count: number) => `${Math.round((100 * count) / tally.total)} %`;
  const worth = (verdict: 'CONFIRMED' | 'LIKELY') => {
    const { right, partly, wrong, admitted } = tally.byVerdict[verdict];
    const used = right + partly + wrong + admitted;
    return used === 0 ? '-' : `${right}/${used} ${Math.round(100 * (precisionOf(tally, verdict) ?? 0))} %`;
  };
  const elapsedMs = graded.reduce((sum, { told }) => sum + told.elapsedMs, 0) / tally.total;
  return row(name, [
    `${tally.total}`,
    ...marks.map((mark) => share(tally.marks[mark])),
    worth('CONFIRMED'),
    worth('LIKELY'),
    elapsedMs.toFixed(0),
  ]);
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(34) + cells.map((cell, index) => cell.padStart(index > 4 && index < 7 ? 17 : 9)).join('');
}

/** What each verdict was used for. */
export function verdictsOf(tally: Tally): string {
  const lines = verdicts.map((verdict) =>
    row(verdict, ['', ...marks.map((mark) => `${tally.byVerdict[verdict][mark]}`)]),
  );
  return [row('', ['', ...marks]), ...lines].join('\n');
}

export function shown({ item, told, mark, reason }: Graded): string {
  const answer = told.answer.split('\n').filter((line) => line.trim() !== '');
  const rest = answer.length > 9 ? [`… ${answer.length - 9} more lines`] : [];
  return [
    `── ${mark}: ${item.id} [${[item.class, item.style].filter(Boolean).join(', ')}]`,
    `asked:    ${item.question || '(nothing)'}`,
    `expected: ${item.expected}`,
    `because:  ${reason}`,
    ...(told.readAs === undefined ? [] : [`read as:  ${told.readAs}`]),
    ...[...answer.slice(0, 9), ...rest].map((line) => `  | ${line.slice(0, 240)}`),
  ].join('\n');
}

type Target = [name: string, reached: number | undefined, wanted: string];

const share = (tally: Tally, count: number) => (tally.total === 0 ? undefined : count / tally.total);

/** The figures the exam is passed by, beside what was reached. */
export function targetsOf(graded: readonly Graded[]): string {
  const of = (set: string, kind = '') =>
    tallyOf(
      graded.filter(
        ({ item }) => item.set === set && item.class.startsWith(kind) && !item.class.includes('does not suffice'),
      ),
    );
  const lines: Target[] = [
    [
      'cases right without a question',
      share(of('cases', 'no question'), of('cases', 'no question').marks.right),
      '≥ 70 %',
    ],
    ['cases right with their own question', share(of('cases', 'own'), of('cases', 'own').marks.right), '≥ 70 %'],
    ['cases CONFIRMED and right', precisionOf(of('cases'), 'CONFIRMED'), '≥ 95 %'],
    ['cases LIKELY and right', precisionOf(of('cases'), 'LIKELY'), '≥ 70 %'],
    ['kernel titles in the headline', share(of('kernel'), of('kernel').marks.right), '≥ 98.5 %'],
    ...['made', 'trades'].flatMap((set) => targetsOfValues(set, of(set))),
    ['wordings of one question agree', agreementOf(graded), '≥ 95 %'],
  ];
  return lines
    .filter(([, value]) => value !== undefined)
    .map(([name, value, target]) => `${name.padEnd(40)}${percent(value).padStart(9)}   target ${target}`)
    .join('\n');
}

function targetsOfValues(set: string, tally: Tally): Target[] {
  return [
    [`${set} right`, share(tally, tally.marks.right), '≥ 80 %'],
    [`${set} wrong and CONFIRMED`, share(tally, tally.byVerdict.CONFIRMED.wrong), '≤ 1 %'],
    [`${set} wrong and LIKELY`, share(tally, tally.byVerdict.LIKELY.wrong), '≤ 3 %'],
  ];
}

/** How often answers agreed with each other, law by law. */
export function lawsOf(
  checked: readonly LawChecked[],
  { showBroken, limit }: { showBroken: boolean; limit: number },
): string {
  const lines = [...Map.groupBy(checked, ({ law }) => law)].flatMap(([law, all]) => {
    const count = (outcome: LawChecked['outcome']) => all.filter((one) => one.outcome === outcome).length;
    const told = all.length - count('silent');
    const broken = showBroken ? all.filter(({ outcome }) => outcome === 'broken').slice(0, limit) : [];
    return [
      `${law.padEnd(40)}${percent(told === 0 ? undefined : count('held') / told).padStart(9)}   ${count('held')} of ${told}, ${count('silent')} without any value; target ≥ 98 %`,
      ...broken.map(({ shown }) => `${shown}\n`),
    ];
  });
  return lines.join('\n');
}
