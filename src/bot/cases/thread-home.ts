import { type CaseRow, type CaseStore, endStates } from '../store/case-store.ts';
import { placeKey, type ThreadPlace } from './place.ts';

export interface ThreadHome {
  /** The bot knows files of this thread, or wrote its first message. Reads the database only. */
  isAtHome(place: ThreadPlace): Promise<boolean>;
  /** The files a question in this thread is about, those of the newest message first. */
  casesOf(place: ThreadPlace): Promise<CaseRow[]>;
}

/** Delivery keys of answers name their question: `answer:<question>:<place>`. */
export function answerKey(questionId: string, place: string): string {
  return `answer:${questionId}:${place}`;
}

export function createThreadHome(deps: {
  store: CaseStore;
  /** Key of the delivery that posted this message, if the bot did. */
  findPostedKey(message: { team: string; channel: string; ts: string }): Promise<string | undefined>;
}): ThreadHome {
  const { store, findPostedKey } = deps;

  async function rootQuestion(place: ThreadPlace) {
    const key = await findPostedKey(rootOf(place));
    const [, id] = /^answer:([\w-]+):/.exec(key ?? '') ?? [];
    return id ? await store.findQuestion(id) : undefined;
  }

  return {
    async isAtHome(place) {
      return (
        (await store.findPlace(placeKey(place))) !== undefined || (await findPostedKey(rootOf(place))) !== undefined
      );
    },

    async casesOf(place) {
      const key = placeKey(place);
      const asked = [...(await store.questionsOfPlace(key))].reverse();
      const root = await rootQuestion(place);
      const tied = await store.tiesOfThread(key);
      const found = [
        ...[...(await store.casesOfPlace(key))].reverse(),
        ...(await Promise.all(
          [...new Set([...(root ? [root] : []), ...asked].map(({ caseId }) => caseId))].map((id) => store.findCase(id)),
        )),
      ];
      if (found.length === 0) {
        for (const { ticketKey } of tied)
          if (ticketKey) found.push(...[...(await store.casesOfPlace(ticketKey))].reverse());
      }
      const unique = new Map(found.flatMap((row) => (row ? [[row.id, row] as const] : [])));
      return [...unique.values()].filter((row) => row.state === 'answered' || !endStates.includes(row.state));
    },
  };
}

function rootOf({ team, channel, threadTs }: ThreadPlace) {
  return { team, channel, ts: threadTs };
}
