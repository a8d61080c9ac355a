import type { Claim } from '../detect/observation.ts';
import type { Draft } from './draft.ts';
import { join, say, words } from './say.ts';

const asksForExtreme =
  /^(?:(?:what|which) (?:is|was|were|are) )?(?:the )?(?:highest|lowest|max|min|biggest|smallest|largest|longest|shortest|average|mean|median|peak|hottest|coldest)/i;

/** One answer to a question of several parts: the first part leads, each further one is answered by name. */
export function mergeAnswers(parts: readonly { question: string; draft: Draft }[]): Draft {
  const [lead, ...rest] = parts;
  if (lead === undefined) throw new Error('No answer to merge');
  const explanation: Claim[] = [...lead.draft.explanation];
  const proof = [...lead.draft.proof];
  const unsettled = [...lead.draft.unsettled];
  const also = [...lead.draft.also];
  for (const { question, draft } of rest) {
    const said = say`${words(question.charAt(0).toUpperCase() + question.slice(1).replace(/[*_`\\<>[\]#|~]/g, ''))} ${draft.cause}`;
    if (draft.verdict === 'INCONCLUSIVE') unsettled.push(said);
    else explanation.push({ text: said, ranges: [] });
    explanation.push(...draft.explanation.filter((claim) => !explanation.some((one) => one.text.md === claim.text.md)));
    const fresh = draft.proof.filter((claim) => !proof.some((one) => one.text.md === claim.text.md));
    proof.push(...fresh.slice(0, 12));
    unsettled.push(...draft.unsettled.filter((one) => !unsettled.some((known) => known.md === one.md)));
    also.push(...draft.also);
  }
  // Numbers asked for together stand side by side.
  const areNumbers = parts.length > 1 && parts.every(({ question }) => asksForExtreme.test(question));
  const cause = areNumbers
    ? join(
        parts.map(({ draft }) => draft.cause),
        '; ',
      )
    : lead.draft.cause;
  const tables = parts.flatMap(({ draft }) => draft.tables ?? []);
  const used = [...new Set(parts.flatMap(({ draft }) => draft.used))];
  return {
    ...lead.draft,
    cause,
    verdict:
      parts.find(({ draft }) => draft.verdict !== 'INCONCLUSIVE')?.draft.verdict === undefined
        ? 'INCONCLUSIVE'
        : lead.draft.verdict,
    explanation,
    ...(tables.length > 0 ? { tables } : {}),
    proof,
    also,
    unsettled,
    used,
    next: [...new Set(parts.flatMap(({ draft }) => draft.next))].slice(0, 3),
  };
}
