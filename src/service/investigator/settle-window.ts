import { statedCauses, weakest } from './explain/stated-causes.ts';
import { headlineOf, proofOfStatement } from './explain/tell-stated.ts';
import { begunIn, learnOutage } from './facts/learn-outage.ts';
import { documentsOf, eachRecord, isIn } from './facts/records.ts';
import { columnNamed, type Schema } from './facts/schema.ts';
import type { Scene } from './investigation.ts';
import type { Condition, Query, Window } from './query/query.ts';
import { isNone } from './run/result.ts';
import { runQuery } from './run/run-query.ts';
import { type Draft, emptyDraft } from './tell/draft.ts';
import { draftOf } from './tell/draft-of.ts';
import { tellResult } from './tell/tell-result.ts';
import { say } from './wording/say.ts';
import { timeWordsOf } from './wording/times.ts';

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
  return { ...(await tellWorst(scene, schema, { where: [], window })), unsettled };
}

/** So long a time at most is a moment at which something happened. */
const longestMs = 3_600_000;

/** "What happened to gw-1 around 14:32": the worst of its lines of that time; undefined where it has none. */
export async function explainThen(scene: Scene, schema: Schema, query: Query): Promise<Draft | undefined> {
  const { where, window } = query;
  const { fromMs, toMs = schema.clock?.lastMs } = window ?? {};
  const isOfThing = where.some(({ is, field }) => is === '=' && !/^(?:level|outcome)$/.test(field));
  if (!isOfThing || fromMs === undefined || toMs === undefined || toMs - fromMs > longestMs) return undefined;
  const begun = begunIn(schema, learnOutage(schema)?.words.begins ?? []);
  const first: Condition[] = begun === undefined ? [] : [{ field: 'words', is: 'has', value: begun }];
  const draft = await tellWorst(scene, schema, { where, window }, first);
  return draft.proof.length === 0 ? undefined : { ...draft, verdict: 'LIKELY' };
}

/** What is looked at first, as far as lines of the time say it. */
const worst: readonly Condition[] = [
  { field: 'level', is: '=', value: 'critical' },
  { field: 'level', is: '=', value: 'error' },
  { field: 'outcome', is: '=', value: 'failed' },
];

/** The worst lines of the time; where none is bad, all of them. What is looked for `first` is told in its own words. */
async function tellWorst(
  scene: Scene,
  schema: Schema,
  { where: meant, window }: Pick<Query, 'where' | 'window'>,
  first: readonly Condition[] = [],
): Promise<Draft> {
  const known = worst.filter(({ field, value }) => columnNamed(schema, field)?.values.has(value) === true);
  const times = timeWordsOf(documentsOf(scene)[0]!);
  for (const bad of [...[...first, ...known].map((one) => [one]), []]) {
    const query: Query = { take: 'list', where: [...meant, ...bad], window };
    const { result, isWhole } = await runQuery(scene, schema, query);
    if (isNone(result) && (bad.length > 0 || meant.length > 0)) continue;
    const draft = draftOf(tellResult(query, result, times), { unread: [], isInferred: bad.length > 0, isWhole });
    const [kind] = result.shape === 'kinds' && meant.length > 0 ? result.kinds : [];
    if (kind === undefined) return draft;
    // "LINK_DOWN" in a column of its own: the others say why.
    const said = / \S+ /.test(kind.message) ? kind.message : kind.place.text.trim();
    return { ...draft, cause: say`${said.slice(0, 240)}` };
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
