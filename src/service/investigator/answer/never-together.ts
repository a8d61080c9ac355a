import type { Evidence, Investigation } from '../investigation.ts';
import { asksWhetherThere } from './answer-absence.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, words } from './say.ts';

/** "Are there timeouts in inventory?" where both are in the file, but in no line together. */
export function neverTogether(run: Investigation, evidence: Evidence): Draft | undefined {
  const { question } = run;
  const isCount = question.intent === 'count';
  if (!isCount && !(question.isYesNo && asksWhetherThere.test(question.text))) return undefined;
  const sources = new Set(
    evidence.surveys.flatMap((survey) => survey.groups.flatMap((group) => [...group.sources.keys()])),
  );
  const chosen = evidence.chosen?.groups.flat() ?? [];
  const other = evidence.chosen?.dropped?.find(
    (unit) => sources.has(unit.label) || chosen.some((one) => sources.has(one.label)),
  );
  const isPlaced =
    other !== undefined &&
    /\b(?:in|from|of|by|on|at|for|with)\b|^how (?:often|many times) (?:did|does|has|have|was|were|is)\b/i.test(
      question.text,
    );
  if (!isPlaced || question.times.length > 0) return undefined;
  const both = [...chosen, other];
  const names = join(
    both.map((unit) => say`${unit.label}`),
    ' with ',
  );
  const each = join(
    both.map((unit) => say`${unit.label} stands in ${plural(unit.lines, 'line')}`),
    ', ',
  );
  return lookUp({
    cause: say`${words(isCount ? 'None' : 'No')}: no line holds ${names}; ${each}`,
    proof: both.flatMap((unit) => {
      const [first] = unit.byDocument;
      const line = first?.[1][0];
      return first === undefined || line === undefined
        ? []
        : [
            {
              text: say`The first line with ${unit.label}`,
              ranges: [{ document: first[0], lineStart: line, lineEnd: line }],
            },
          ];
    }),
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 4),
  });
}
