import type { Press } from '../../intake/intake.ts';
import type { CaseRow, QuestionRow } from '../../store/case-store.ts';
import type { PostedAnswer } from '../../store/posted-answers.ts';
import type { CaseDeps } from '../case-deps.ts';
import type { ChannelPlace, ReplyPlace, ThreadPlace } from '../place.ts';
import type { Planned } from '../planned.ts';
import type { Asking } from '../privacy.ts';
import { notice } from '../sentences.ts';

export interface ActionDeps extends CaseDeps {
  judgements: {
    judge(questionId: string, judge: string, word: 'right' | 'wrong'): Promise<{ right: number; wrong: number }>;
  };
  /** Where an answer stands in the chat, and what it says there. */
  answersInChat(questionId: string): Promise<PostedAnswer[]>;
}

/** Who pressed, and where. */
export type Pressed = Omit<Press, 'act'>;

/** What an action works on: the answer it was pressed at, by somebody who may see more of its file, and where to answer. */
export interface Acted extends Asking {
  press: Pressed;
  question: QuestionRow;
  row: CaseRow;
}

/** Where the person stands: below the answer, or alone with it. */
export function askingOf({ team, channel, user, responseUrl, threadTs, isEphemeral }: Pressed): Asking {
  const alone: ReplyPlace = {
    kind: 'reply',
    team,
    channel,
    user,
    responseUrl,
    ...(threadTs ? { threadTs } : {}),
  };
  const open: ThreadPlace | ChannelPlace = threadTs
    ? { kind: 'thread', team, channel, threadTs }
    : { kind: 'channel', team, channel };
  return { place: isEphemeral ? alone : open, alone, asker: { team, user, channel } };
}

/** One sentence to the one who pressed. */
export function tell(deps: Pick<CaseDeps, 'deliver'>, press: Pressed, sentence: string): Promise<Planned> {
  const message = notice('info', [sentence]);
  return deps.deliver([{ key: `told:${press.key}`, place: askingOf(press).alone, message }]);
}
