import type { Sql, Statement } from '#core/sql.ts';
import type { JobHandler, Queue } from '#jobs/queue.ts';
import { tell } from '../cases/actions/acted.ts';
import type { CaseDeps } from '../cases/case-deps.ts';
import { caseHandler } from '../cases/case-jobs.ts';
import { channelOf } from '../cases/channel-of.ts';
import { retryCase } from '../cases/commands/change-work.ts';
import { done, type Planned, planWrites, together } from '../cases/planned.ts';
import { channelScope, refusalOf } from '../cases/policy.ts';
import { refusalWords, sentences } from '../cases/sentences.ts';
import { planEditStatements } from '../delivery/edit-answer.ts';
import type { DigestPress } from '../intake/intake.ts';
import { dismissals } from '../store/dismissals.ts';
import type { JobControl } from '../store/job-control.ts';
import { findPosted } from '../store/posted-answers.ts';
import type { DigestLine, DigestMessage } from './digest-message.ts';

type Deps = CaseDeps & { sql: Sql; queue: Queue; control: JobControl };

/** Carries out what a button below a line of a digest asks for, and shows in the digest that it was. */
export function createRunDigestAction(deps: Deps): JobHandler {
  return caseHandler({
    kind: 'digest-action',
    // One after the other: each changes the same message.
    concurrency: 1,
    async run({ press }) {
      return done(await carryOut(deps, press));
    },
    async onDead({ press }) {
      return await say(deps, press, sentences.commandFailed());
    },
  });
}

async function carryOut(deps: Deps, press: DigestPress): Promise<Planned> {
  const { slack, policies, store } = deps;
  const [person, channel, policy] = await Promise.all([
    slack.person(press.team, press.user),
    channelOf(slack, press.team, press.channel),
    policies.policyOf(channelScope(press)),
  ]);
  const refusal = refusalOf(policy, { ...press, person, channel });
  if (refusal) return await say(deps, press, refusalWords(refusal));
  const posted = await findPosted(deps.sql, press.channel, press.ts);
  const digest = posted?.message.kind === 'digest' ? posted.message : undefined;
  const line = digest?.lines.find(({ acts }) => acts?.about === press.about);
  if (line?.acts?.done) return await say(deps, press, sentences.alreadyDone());
  const shown = (done: DigestDone) =>
    posted && digest ? edit(deps, posted.key, digest, press.about, done) : ([] satisfies Statement[]);
  if (press.do === 'dismiss') {
    const writes = [dismiss(deps, press), ...shown('dismissed')];
    return together(planWrites(...writes), await say(deps, press, sentences.dismissed()));
  }
  const row = await store.findCase(press.about.replace(/^case:/, ''));
  // The digest told of files of this channel alone.
  if (row?.team !== press.team || row.channel !== press.channel) return await say(deps, press, sentences.noSuchFile());
  const { planned, words } = await retryCase(deps, row, press.key);
  return together(planned, planWrites(...shown('tried again')), await say(deps, press, words));
}

type DigestDone = NonNullable<NonNullable<DigestLine['acts']>['done']>;

function edit(deps: Deps, key: string, digest: DigestMessage, about: string, done: DigestDone): Statement[] {
  const lines = digest.lines.map((line) =>
    line.acts?.about === about ? { ...line, acts: { ...line.acts, done } } : line,
  );
  return planEditStatements(deps, [{ destination: 'slack', key, message: { ...digest, lines } }]);
}

function dismiss({ sql, clock }: Deps, { team, channel, about: subject }: DigestPress): Statement {
  const atMs = clock.now();
  return sql
    .insert(dismissals)
    .values({ team, channel, subject, atMs })
    .onConflictDoUpdate({ target: [dismissals.team, dismissals.channel, dismissals.subject], set: { atMs } });
}

function say(deps: Deps, press: DigestPress, words: string): Promise<Planned> {
  return tell(deps, { ...press, isEphemeral: true, questionId: '' }, words);
}
