import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { type Judged, readVerdicts, reasonOf, type Verdicts } from './read-verdicts.ts';
import { outcomeOf } from './verdict-words.ts';
import { type VerdictsAsked, verdictsAsked } from './verdicts-asked.ts';

const mostListed = 40;
const mostInHeadline = 8;
const mostProof = 12;

/** "Pass/fail totals", "which tests failed and with what": from the place where the lines state a verdict on each. */
export async function answerVerdicts(run: Investigation): Promise<Draft | undefined> {
  if (run.files.length !== 1 || run.question.phrases.length > 0) return undefined;
  const asked = verdictsAsked(run.question.text);
  const found = asked === undefined ? undefined : await readVerdicts(run);
  if (asked === undefined || found === undefined) return undefined;
  const meant = found.judged.filter(({ word }) => asked.outcome === undefined || outcomeOf(word) === asked.outcome);
  const isListed = asked.kind === 'list' && asked.outcome !== 'passed';
  const totals = join(
    byCount(found).map(([word, { count }]) => say`${count} ${word}`),
    ', ',
  );
  const times = await timesOf(run);
  const at = ({ timeMs }: Judged) => words(timeMs === undefined ? '' : ` at ${times.at(timeMs)}`);
  return lookUp({
    cause: isListed ? listed(asked, meant) : headOf(asked, found, totals),
    explanation: [
      ...(asked.kind === 'totals' ? [] : [{ text: say`All verdicts: ${totals}`, ranges: [] }]),
      ...(meant.length > 0 && meant.length <= mostListed && asked.outcome !== 'passed'
        ? [
            {
              text: join(
                meant.map((one) => say`${one.item} ${words(one.word)}${why(one)}`),
                '; ',
              ),
              ranges: [],
            },
          ]
        : []),
    ],
    tables: [{ head: ['verdict', 'count'], rows: byCount(found).map(([word, { count }]) => [word, number(count)]) }],
    proof: [
      ...(isListed ? [] : byCount(found).slice(0, 6)).map(([word, { count, first }]) =>
        claimAt(run, say`${word}: ${plural(count, 'line')}, the first`, first),
      ),
      ...(asked.outcome === 'passed' ? [] : meant.slice(0, mostProof)).map((one) =>
        claimAt(
          run,
          say`${one.item} ${words(one.word)}${at(one)}${why(one)}`,
          one.place,
          ...(reasonOf(one)?.place === undefined ? [] : [reasonOf(one)!.place!]),
        ),
      ),
    ],
  });
}

function byCount({ counts }: Verdicts): [string, { count: number; first: number }][] {
  return [...counts].sort((a, b) => b[1].count - a[1].count);
}

function headOf({ kind, outcome }: VerdictsAsked, found: Verdicts, totals: Text): Text {
  if (kind === 'totals' || outcome === undefined) return say`${totals} of ${plural(found.total, 'verdict')}`;
  const held = byCount(found).filter(([word]) => outcomeOf(word) === outcome);
  const count = held.reduce((sum, [, one]) => sum + one.count, 0);
  return say`${count} of ${found.total} ${words(outcome)}`;
}

/** "5 failed: `TC_0214`, …" */
function listed({ outcome = 'failed' }: VerdictsAsked, meant: readonly Judged[]): Text {
  if (meant.length === 0) return words(`None ${outcome}`);
  const shown = meant.slice(0, mostInHeadline);
  const rest = words(meant.length > shown.length ? ` and ${meant.length - shown.length} more` : '');
  const names = join(
    shown.map((one) => say`${one.item}${meant.length <= 2 ? why(one) : words('')}`),
    ', ',
  );
  return say`${meant.length} ${words(outcome)}: ${names}${rest}`;
}

function why(one: Judged): Text {
  const reason = reasonOf(one);
  return reason === undefined ? words('') : say`: ${reason.text}`;
}
