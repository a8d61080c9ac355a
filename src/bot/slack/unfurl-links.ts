import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { caseHandler } from '../cases/case-jobs.ts';
import type { PageLinks } from '../cases/page-links.ts';
import type { ThreadPlace } from '../cases/place.ts';
import { type Privacy, sourceOfCase } from '../cases/privacy.ts';
import type { CaseStore } from '../store/case-store.ts';
import type { PostedAnswer } from '../store/posted-answers.ts';
import { outlineAnswer } from '../writing/answer-outline.ts';
import { verdictColor } from './render/controls.ts';
import { section, text } from './render/rich-text.ts';
import type { SlackClients } from './slack-client.ts';

/** Shows what is behind a link to a page of ours, where all who read the channel may see it; else it stays a link. */
export function createUnfurlLinks(deps: {
  clientOf: SlackClients;
  store: CaseStore;
  privacy: Privacy;
  links: PageLinks;
  answersOf(questionId: string): Promise<PostedAnswer[]>;
  log: Log;
}): JobHandler {
  const { clientOf, store, privacy, links, log } = deps;
  return caseHandler({
    kind: 'unfurl',
    concurrency: 2,
    maxAttempts: 4,
    async run({ shared }) {
      const { team, channel, ts, user } = shared;
      const place: ThreadPlace = { kind: 'thread', team, channel, threadTs: shared.threadTs ?? ts };
      const found = await Promise.all(shared.urls.map(async (url) => [url, await preview(url, place, user)] as const));
      const unfurls = Object.fromEntries(found.filter(([, shown]) => shown !== undefined));
      if (Object.keys(unfurls).length === 0) return { status: 'done' };
      try {
        await clientOf(team).call('chat.unfurl', { channel, ts, unfurls });
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code === 'unavailable' || error.code === 'retry_later')
          throw error;
        log.info('link is not shown', { reason: error.reason ?? error.code });
      }
      return { status: 'done' };
    },
  });

  async function preview(url: string, place: ThreadPlace, user: string): Promise<Record<string, unknown> | undefined> {
    const [, questionId = '', token = ''] =
      /\/console\/cases\/([\w-]{1,60})\/([\w-]{10,60})$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
    const question = questionId ? await store.findQuestion(questionId) : undefined;
    const row = question && (await store.findCase(question.caseId));
    if (!row) return undefined;
    const answer = await answerAt(questionId, token);
    const asker = { team: place.team, user, channel: place.channel };
    const alone = { kind: 'reply', team: place.team, channel: place.channel, user, responseUrl: '' } as const;
    const seenBy = answer ? await privacy.answerPlace({ place, alone, asker }, sourceOfCase(row)) : null;
    if (answer?.message.kind !== 'answer' || seenBy?.kind !== 'thread') return undefined;
    const { title, about, verdict } = outlineAnswer(answer.message);
    const head = section([...verdictColor(verdict), text(title, { bold: true })]);
    return { blocks: [{ type: 'rich_text', elements: [head, section([text(about)])] }] };
  }

  /** The answer whose page this address was signed for. */
  async function answerAt(questionId: string, token: string): Promise<PostedAnswer | undefined> {
    for (const answer of await deps.answersOf(questionId)) {
      const placeKey = answer.key.slice(`answer:${questionId}:`.length).replace(/^shown:/, '');
      if (await links.isCaseToken(questionId, placeKey, token)) return answer;
    }
    return undefined;
  }
}
