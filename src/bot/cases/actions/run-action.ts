import { openData } from '#core/kept-text.ts';
import type { JobHandler } from '#jobs/queue.ts';
import type { Press } from '../../intake/intake.ts';
import { planQuestions } from '../ask-known-files.ts';
import { caseHandler } from '../case-jobs.ts';
import { channelOf } from '../channel-of.ts';
import { done, type Planned } from '../planned.ts';
import { channelScope, refusalOf } from '../policy.ts';
import { askerKey, sourceOfCase } from '../privacy.ts';
import { refusalWords, sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, askingOf, tell } from './acted.ts';
import { compareWithGood } from './compare-with-good.ts';
import { fileTicket } from './file-ticket.ts';
import { judge } from './judge.ts';
import { linkSeen } from './link-seen.ts';
import { sayCause } from './say-cause.ts';
import { showAround } from './show-around.ts';
import { showEveryone } from './show-everyone.ts';
import { stopThread } from './stop-thread.ts';

/** Carries out what a button below an answer asks for. Whoever pressed it hears how it ended, at once where it can. */
export function createRunAction(deps: ActionDeps): JobHandler {
  const { store, privacy, slack } = deps;
  return caseHandler({
    kind: 'run-action',
    concurrency: 4,
    async run({ press }) {
      const question = await store.findQuestion(press.questionId);
      const row = question && (await store.findCase(question.caseId));
      if (!question || !row) return done(await tell(deps, press, sentences.answerForgotten()));
      const asking = askingOf(press);
      const [person, channel, policy] = await Promise.all([
        slack.person(press.team, press.user),
        channelOf(slack, press.team, press.channel),
        deps.policies.policyOf(channelScope(press)),
      ]);
      const refusal = refusalOf(policy, { ...press, person, channel });
      if (refusal) return done(await tell(deps, press, refusalWords(refusal)));
      const place = await privacy.answerPlace(asking, sourceOfCase(row));
      if (!place) return done(await tell(deps, press, sentences.notForYou()));
      const wish = await openData<Press['act']>(deps.vault, press.act);
      return done(await act(deps, wish, { ...asking, place, press, question, row }));
    },
    async onDead({ press }) {
      return await tell(deps, press, sentences.commandFailed());
    },
  });
}

function act(deps: ActionDeps, wish: Press['act'], acted: Acted): Promise<Planned> {
  const { press, row, place, asker } = acted;
  switch (wish.do) {
    case 'ask':
      return planQuestions(deps, [row], {
        place,
        asker: askerKey(asker),
        askKey: press.key,
        question: wish.question,
        kind: place.kind === 'thread' ? 'follow_up' : 'command',
      });
    case 'around':
      return showAround(deps, acted);
    case 'compare':
      return compareWithGood(deps, acted);
    case 'judge':
      return judge(deps, acted, wish.word);
    case 'file':
      return fileTicket(deps, acted, wish);
    case 'show':
      return showEveryone(deps, acted);
    case 'link':
      return linkSeen(deps, acted);
    case 'say-cause':
      return sayCause(deps, acted, wish.word);
    case 'stop':
      return stopThread(deps, acted);
  }
}
