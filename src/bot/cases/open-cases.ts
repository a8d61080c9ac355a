import { newId } from '#core/ids.ts';
import type { Statement } from '#core/sql.ts';
import type { NewJob } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import { newJob } from './case-jobs.ts';
import { isQuestion } from './decide-message.ts';
import { togetherMs } from './gather-answers.ts';
import { newQuestion } from './new-question.ts';
import { type Place, placeKey } from './place.ts';
import type { Planned } from './planned.ts';
import type { ListedFile } from './ports.ts';
import { askerKey } from './privacy.ts';
import { statusJobs } from './status/show-status.ts';

/** Until a question looks by itself whether its file is ready; it is hastened when it is. */
export const restMs = 10_000;

export interface Opening {
  place: Place;
  files: readonly ListedFile[];
  source:
    | { vendor: 'slack'; team: string; channel: string; ts: string; author?: string | undefined }
    | { vendor: 'jira'; site: string; issueId: string };
  /** What the message or ticket that brought them asks; null: somebody else asks for them. */
  question: string | null;
  /** False: they are asked for elsewhere, perhaps in private, and where they lie nothing is to be seen of it. */
  isAskedHere: boolean;
  /** They were brought to the bot, by a mention or in a direct message. */
  isAddressed?: boolean;
  /** Nothing at the place shows that work goes on. */
  isQuiet?: boolean;
}

/**
 * Opens a case for each file that has none yet at its place, with its own question, and starts the work on it. The same
 * file shared once more is another case: what was asked with it is a question of its own.
 */
export async function openCases(
  deps: Pick<CaseDeps, 'store' | 'gathered' | 'clock' | 'vault' | 'progress'>,
  { place, files, source, question, isAskedHere, isAddressed = false, isQuiet = false }: Opening,
): Promise<Planned & { caseIds: string[] }> {
  const { store, clock, progress } = deps;
  const keyed = files.map((file) => ({ file, sourceKey: sourceKey(source, file.id) }));
  const known = new Map(
    (await store.casesBySource(keyed.map((item) => item.sourceKey))).map((row) => [row.sourceKey, row]),
  );
  const writes: Statement[] = [];
  const enqueue: NewJob[] = [];
  const caseIds: string[] = [];
  const batch = question === null ? null : await batchOf(deps, place);
  for (const { file, sourceKey } of keyed) {
    const existing = known.get(sourceKey);
    const id = existing?.id ?? newId(clock);
    caseIds.push(id);
    const now = clock.now();
    if (!existing) {
      writes.push(
        store.isNewSource(sourceKey),
        store.insertCase({
          id,
          sourceKey,
          placeKey: placeKey(place),
          ...broughtBy(source),
          fileId: file.id,
          name: file.name,
          sizeBytes: file.sizeBytes ?? null,
          state: 'queued',
          isAskedHere,
          createdAtMs: now,
          updatedAtMs: now,
        }),
      );
      enqueue.push(newJob('collect', { caseId: id, generation: 1 }));
    }
    if (!isAskedHere || existing?.isAskedHere) continue;
    if (existing) writes.push(store.updateCase(id, { isAskedHere }));
    if (question !== null) {
      const asked = {
        askKey: `file:${sourceKey}`,
        batch,
        caseId: id,
        placeKey: placeKey(place),
        kind: 'file' as const,
        isAddressed,
      };
      const asker = source.vendor === 'slack' ? askerKey({ team: source.team, user: source.author }) : null;
      const isTyped = source.vendor === 'slack' && isQuestion(question);
      const own = await newQuestion(deps, { ...asked, asker, text: question, isTyped });
      writes.push(store.insertQuestion(own));
      enqueue.push(newJob('investigate', { questionId: own.id }, now + restMs), ...statusJobs(deps, place, own.id));
    }
    if (source.vendor === 'slack' && !isQuiet) writes.push(...progress.show(source));
  }
  return { writes, enqueue, caseIds };
}

/** Programs and people attach files one by one: those that came to a place just before belong to these. */
async function batchOf({ gathered, clock }: Pick<CaseDeps, 'gathered' | 'clock'>, place: Place): Promise<string> {
  return (await gathered.batchAt(placeKey(place), clock.now() - togetherMs)) ?? newId(clock);
}

function broughtBy(source: Opening['source']) {
  if (source.vendor === 'jira') return { vendor: source.vendor, team: source.site, channel: source.issueId };
  const { vendor, team, channel, ts, author = null } = source;
  return { vendor, team, channel, messageTs: ts, author };
}

export function sourceKey(source: Opening['source'], fileId: string): string {
  return source.vendor === 'slack'
    ? `slack:${source.team}:${fileId}:${source.channel}:${source.ts}`
    : `jira:${source.site}:${fileId}`;
}
