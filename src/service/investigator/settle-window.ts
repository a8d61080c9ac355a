import { type Explain, statedCauses } from './explain/stated-causes.ts';
import { headlineOf, proofOfStatement } from './explain/tell-stated.ts';
import { documentsOf, eachRecord } from './facts/records.ts';
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

/** What states less is no answer to what happened then. */
const weakest = 1.5;

/** "What happened at 14:32": where the cause lies at another time, what the lines of that time say. */
export async function explainWindow(
  scene: Scene,
  schema: Schema,
  window: Window,
  draft: Awaited<ReturnType<Explain>>,
): Promise<Draft> {
  if (await liesWithin(scene, window, draft)) return draft;
  const isElsewhere = draft.verdict !== 'INCONCLUSIVE';
  const unsettled = isElsewhere ? [say`What stands out in the file lies at another time: ${draft.cause}`] : [];
  const [best] = (await statedCauses(scene, {})).filter(({ timeMs }) => isWithin(timeMs, window));
  if (best !== undefined && best.score >= weakest) {
    const proof = proofOfStatement(best, undefined);
    return { ...emptyDraft, verdict: 'LIKELY', cause: headlineOf(best), proof, unsettled };
  }
  const query: Query = { take: 'list', where: await worstOf(scene, schema, window), window };
  const { result, isWhole } = await runQuery(scene, schema, query);
  const told = tellResult(query, result, timeWordsOf(documentsOf(scene)[0]!));
  return { ...draftOf(told, { unread: [], isInferred: query.where.length > 0, isWhole }), unsettled };
}

/** What is looked at first, as far as lines of the time say it; none: all of them. */
const worst: readonly Condition[] = [
  { field: 'level', is: '=', value: 'critical' },
  { field: 'level', is: '=', value: 'error' },
  { field: 'outcome', is: '=', value: 'failed' },
];

async function worstOf(scene: Scene, schema: Schema, window: Window): Promise<Condition[]> {
  for (const one of worst) {
    if (columnNamed(schema, one.field)?.values.has(one.value) !== true) continue;
    const { result } = await runQuery(scene, schema, { take: 'count', where: [one], window });
    if (!isNone(result)) return [one];
  }
  return [];
}

const isWithin = (timeMs: number | undefined, { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER }: Window): boolean =>
  timeMs !== undefined && timeMs >= fromMs && timeMs < toMs;

/** One of the lines that prove it is from then. */
async function liesWithin(scene: Scene, window: Window, { proof }: Draft): Promise<boolean> {
  const ranges = proof.flatMap((claim) => claim.ranges);
  let isFound = false;
  await eachRecord(scene, {
    window,
    see({ document, line, timeMs }) {
      isFound ||=
        isWithin(timeMs, window) &&
        ranges.some((one) => one.document === document.name && one.lineStart <= line && line <= one.lineEnd);
    },
  });
  return isFound;
}
