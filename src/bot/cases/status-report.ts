import type { CaseRow } from '../store/case-store.ts';
import type { PostedAnswer } from '../store/posted-answers.ts';
import type { CaseDeps } from './case-deps.ts';
import { heldBackWords } from './held-back.ts';
import type { FileState, StatusReport } from './messages.ts';
import { channelScope } from './policy.ts';
import { nameInWords } from './sentences.ts';
import type { ServiceGate } from './service-gate.ts';

const mostFiles = 20;

type Deps = Pick<CaseDeps, 'store' | 'policies' | 'clock'> & {
  answersOf(questionId: string): Promise<PostedAnswer[]>;
};

/** The newest files of a channel and how far each is. */
export async function readStatus(
  deps: Deps,
  gate: ServiceGate,
  channel: { team: string; channel: string },
): Promise<StatusReport> {
  const { store } = deps;
  const rows = await store.recentCases(channel, 200);
  const isServiceClosed = await gate.isClosed();
  const places = new Map(
    (await store.findPlaces([...new Set(rows.slice(0, mostFiles).map(({ placeKey }) => placeKey))])).map((place) => [
      place.key,
      place,
    ]),
  );
  const shown = (state: FileState): FileState =>
    isServiceClosed && (state === 'uploading' || state === 'analysing' || state === 'investigating')
      ? 'waiting_for_service'
      : state;
  const counts: StatusReport['counts'] = {};
  for (const { state } of rows) counts[shown(state)] = (counts[shown(state)] ?? 0) + 1;
  const held = await readHeldBack(deps, channel, rows.slice(0, mostFiles));
  const files = rows.slice(0, mostFiles).map((row) => {
    const detail = row.detail ?? held.get(row.id);
    const url = places.get(row.placeKey)?.url;
    return {
      name: nameInWords(row.name),
      state: shown(row.state),
      sinceMs: row.updatedAtMs,
      ...(detail ? { detail } : {}),
      ...(url ? { link: { kind: 'thread' as const, label: 'thread', url } } : {}),
    };
  });
  return { files, isServiceClosed, counts };
}

/** Why people look in vain for the answers of some files, by case. */
async function readHeldBack(
  { store, policies, clock, answersOf }: Deps,
  channel: { team: string; channel: string },
  rows: readonly CaseRow[],
): Promise<Map<string, string>> {
  const policy = await policies.policyOf(channelScope(channel));
  const questions = await store.questionsOfCases(rows.filter(({ state }) => state === 'answered').map(({ id }) => id));
  const held = new Map<string, string>();
  for (const [caseId, own] of Map.groupBy(questions, (question) => question.caseId)) {
    const isHeld = heldBackWords(policy, own, false, clock) !== undefined;
    const posted = isHeld ? (await Promise.all(own.map(({ id }) => answersOf(id)))).flat() : [];
    const isPosted = posted.some(({ state }) => state === 'sent');
    const words = isHeld ? heldBackWords(policy, own, isPosted, clock) : undefined;
    if (words !== undefined) held.set(caseId, words);
  }
  return held;
}
