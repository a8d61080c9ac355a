import { statedCauses, weakest } from './explain/stated-causes.ts';
import { headlineOf, proofOfStatement } from './explain/tell-stated.ts';
import { documentsOf, eachRecord, isIn } from './facts/records.ts';
import { columnNamed, type Schema } from './facts/schema.ts';
import type { Scene } from './investigation.ts';
import type { Condition, Query } from './query/query.ts';
import { runQuery } from './run/run-query.ts';
import { isNone } from './settle-reading.ts';
import { type Draft, emptyDraft } from './tell/draft.ts';
import { draftOf } from './tell/draft-of.ts';
import { tellResult } from './tell/tell-result.ts';
import { say } from './wording/say.ts';
import { timeWordsOf } from './wording/times.ts';

type Window = NonNullable<Query['window']>;

/** "What happened at 14:32": where the cause lies at another time, what the lines of that time say. */
export async function explainWindow(scene: Scene, schema: Schema, window: Window, draft: Draft): Promise<Draft> {
  if (await liesWithin(scene, window, draft)) return draft;
  const isElsewhere = draft.verdict !== 'INCONCLUSIVE';
  const unsettled = isElsewhere ? [say`What stands out in the file lies at another time: ${draft.cause}`] : [];
  const [best] = (await statedCauses(scene, {})).filter((one) => isIn(window, one, one.document));
  if (best !== undefined && best.score >= weakest) {
    const proof = proofOfStatement(best, undefined);
    return { ...emptyDraft, verdict: 'LIKELY', cause: headlineOf(best), proof, unsettled };
  }
  return { ...(await tellWorst(scene, schema, window)), unsettled };
}

/** What is looked at first, as far as lines of the time say it. */
const worst: readonly Condition[] = [
  { field: 'level', is: '=', value: 'critical' },
  { field: 'level', is: '=', value: 'error' },
  { field: 'outcome', is: '=', value: 'failed' },
];

/** The worst lines of the time; where none is bad, all of them. */
async function tellWorst(scene: Scene, schema: Schema, window: Window): Promise<Draft> {
  const known = worst.filter(({ field, value }) => columnNamed(schema, field)?.values.has(value) === true);
  const times = timeWordsOf(documentsOf(scene)[0]!);
  for (const where of [...known.map((one) => [one]), []]) {
    const query: Query = { take: 'list', where, window };
    const { result, isWhole } = await runQuery(scene, schema, query);
    if (where.length > 0 && isNone(result)) continue;
    return draftOf(tellResult(query, result, times), { unread: [], isInferred: where.length > 0, isWhole });
  }
  return emptyDraft;
}

/** One of the lines that prove it is from then. */
async function liesWithin(scene: Scene, window: Window, { proof }: Draft): Promise<boolean> {
  const ranges = proof.flatMap((claim) => claim.ranges);
  if (ranges.length === 0) return false;
  let isFound = false;
  await eachRecord(scene, {
    window,
    see({ document, line }) {
      isFound ||= ranges.some((one) => one.document === document.name && one.lineStart <= line && line <= one.lineEnd);
    },
  });
  return isFound;
}
