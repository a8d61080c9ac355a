import { channelOf } from '../channel-of.ts';
import { placeKey } from '../place.ts';
import type { Planned } from '../planned.ts';
import { sourceOfCase } from '../privacy.ts';
import { sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** Shows all who read a place what one person was shown there, where all of them may see what it is about. */
export async function showEveryone(deps: ActionDeps, { press, question, row, asker, alone }: Acted): Promise<Planned> {
  const { team, channel, threadTs } = press;
  const open = threadTs
    ? ({ kind: 'thread', team, channel, threadTs } as const)
    : ({ kind: 'channel', team, channel } as const);
  if (!(await channelOf(deps.slack, team, channel))?.isMember) return tell(deps, press, sentences.inviteToShow());
  const place = await deps.privacy.answerPlace({ place: open, alone, asker }, sourceOfCase(row));
  if (!place || place.kind === 'reply') return tell(deps, press, sentences.notForAll());
  const posted = await deps.answersInChat(question.id);
  const shownKey = `answer:${question.id}:shown:${placeKey(place)}`;
  if (posted.some(({ key }) => key === shownKey)) return tell(deps, press, sentences.askedAlready());
  const answer = posted.map(({ message }) => message).find((message) => message.kind === 'answer');
  if (!answer) return tell(deps, press, sentences.answerForgotten());
  const page = await deps.links.caseUrl(question.id, placeKey(place));
  const { page: _, controls, ...rest } = answer;
  const message = {
    ...rest,
    ...(page ? { page } : {}),
    ...(controls ? { controls: { ...controls, actions: controls.actions.filter((action) => action !== 'show') } } : {}),
  };
  return deps.deliver([{ key: shownKey, place, message }]);
}
