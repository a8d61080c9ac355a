import type { CaseRow } from '../../store/case-store.ts';
import type { JobControl } from '../../store/job-control.ts';
import type { PostedAnswer } from '../../store/posted-answers.ts';
import { planQuestions } from '../ask-known-files.ts';
import type { CaseDeps } from '../case-deps.ts';
import { jobKey, newJob } from '../case-jobs.ts';
import { compareFiles } from '../compare-files.ts';
import type { Place } from '../place.ts';
import { placeKey } from '../place.ts';
import { type Planned, together } from '../planned.ts';
import { projectScope } from '../policy.ts';
import type { RecentMessage } from '../ports.ts';
import { type Asking, askerKey, sourceOfCase } from '../privacy.ts';
import { nameInWords, notice, sentences } from '../sentences.ts';
import { tieThread } from '../tie-ticket.ts';
import { type Changed, retryCase, stopCase } from './change-work.ts';
import { explainCase, explainMessage } from './explain-why.ts';
import { findTarget, type Target } from './find-target.ts';

/** What a command asks about files that are known by now. */
export type WorkAsk =
  | { kind: 'deep'; target: Target; question: string }
  | { kind: 'diff'; baseline: Target; target: Target }
  | { kind: 'why'; target: Target }
  | { kind: 'retry'; target: Target }
  | { kind: 'cancel'; target: Target }
  | { kind: 'tie'; issueKey: string; target: Target }
  | { kind: 'backfill'; hours: number; isDry: boolean }
  | { kind: 'board' }
  | { kind: 'project-settings'; projectKey: string };

export interface WorkDeps extends CaseDeps {
  control: JobControl;
  answersOf(questionId: string): Promise<PostedAnswer[]>;
}

type Asked = Asking & { askKey: string; team: string };

/** Carries it out; whoever asked hears what came of it, alone unless it is an answer. */
export async function runWorkAsk(deps: WorkDeps, ask: WorkAsk, asked: Asked, signal: AbortSignal): Promise<Planned> {
  switch (ask.kind) {
    case 'deep':
      return await withPlace(deps, asked, ask.target, (row, place) =>
        planQuestions(deps, [row], {
          place,
          asker: askerKey(asked.asker),
          askKey: asked.askKey,
          question: ask.question,
          kind: 'command',
        }),
      );
    case 'diff':
      return await diff(deps, ask, asked);
    case 'why':
      return await why(deps, ask.target, asked, signal);
    case 'retry':
      return await change(deps, ask.target, asked, (row) => retryCase(deps, row, `${asked.askKey}:${row.id}`));
    case 'cancel':
      return await change(deps, ask.target, asked, (row) => stopCase(deps, row));
    case 'tie':
      return await tie(deps, ask, asked);
    case 'backfill':
      return await backfill(deps, ask, asked);
    case 'board':
      return await board(deps, asked);
    case 'project-settings':
      return await projectSettings(deps, ask.projectKey, asked);
  }
}

/** Answers about the newest file a command means, where all who read the place may see it, else to the asker alone. */
async function withPlace(
  deps: WorkDeps,
  asked: Asked,
  target: Target,
  plan: (row: CaseRow, place: Place) => Planned | Promise<Planned>,
): Promise<Planned> {
  const [row] = await findTarget(deps, asked, target);
  const place = row && (await deps.privacy.answerPlace(asked, sourceOfCase(row)));
  return row && place ? await plan(row, place) : await say(deps, asked, [unknown(target)]);
}

async function diff(deps: WorkDeps, ask: Extract<WorkAsk, { kind: 'diff' }>, asked: Asked): Promise<Planned> {
  const [against] = await findTarget(deps, asked, ask.baseline);
  if (!against) return await say(deps, asked, [unknown(ask.baseline)]);
  const seen = await deps.privacy.answerPlace(asked, sourceOfCase(against));
  return await withPlace(deps, asked, ask.target, (row, place) =>
    compareFiles(deps, {
      row,
      against,
      place: seen?.kind === 'reply' ? asked.alone : place,
      asker: askerKey(asked.asker),
      askKey: asked.askKey,
    }),
  );
}

async function why(deps: WorkDeps, target: Target, asked: Asked, signal: AbortSignal): Promise<Planned> {
  const rows = await findTarget(deps, asked, target);
  if (rows.length > 0) return await say(deps, asked, await Promise.all(rows.map((row) => explainCase(deps, row))));
  if (target.kind !== 'message') return await say(deps, asked, [unknown(target)]);
  const source = { kind: 'channel', team: asked.team, channel: target.ref.channel } as const;
  const maySee = await deps.privacy.maySee(asked.asker, source);
  return await say(deps, asked, [maySee ? await explainMessage(deps, target.ref, signal) : sentences.cannotSee()]);
}

async function change(
  deps: WorkDeps,
  target: Target,
  asked: Asked,
  carryOut: (row: CaseRow) => Promise<Changed>,
): Promise<Planned> {
  const rows = await findTarget(deps, asked, target);
  if (rows.length === 0) return await say(deps, asked, [unknown(target)]);
  const changes = await Promise.all(rows.map(carryOut));
  const words = changes.map((changed) => changed.words);
  return together(...changes.map(({ planned }) => planned), await say(deps, asked, words));
}

async function tie(deps: WorkDeps, ask: Extract<WorkAsk, { kind: 'tie' }>, asked: Asked): Promise<Planned> {
  const { privacy, jira, store } = deps;
  const mayTie = await privacy.maySee(asked.asker, { kind: 'ticket', issue: ask.issueKey });
  const ticket = mayTie ? await jira.ticket(ask.issueKey) : null;
  if (ticket?.status !== 'found') return await say(deps, asked, [sentences.unknownTicket(ask.issueKey)]);
  const [row] = await findTarget(deps, asked, ask.target);
  const thread = row && (await store.findPlaces([row.placeKey]))[0]?.place;
  if (!row || thread?.kind !== 'thread') return await say(deps, asked, [unknown(ask.target)]);
  const words = `${nameInWords(row.name)} and its thread are now linked to ${ticket.value.issueKey}: answers there go to the ticket too.`;
  return together(
    await tieThread(store, placeKey(thread), ticket.value.issueKey.toUpperCase(), ticket.value),
    await say(deps, asked, [words]),
  );
}

async function backfill(
  deps: WorkDeps,
  { hours, isDry }: Extract<WorkAsk, { kind: 'backfill' }>,
  asked: Asked,
): Promise<Planned> {
  const { slack, store, control, clock } = deps;
  const { team, asker } = asked;
  const refOf = ({ ts, threadTs }: RecentMessage) => ({
    team,
    channel: asker.channel,
    ts,
    ...(threadTs ? { threadTs } : {}),
  });
  // Where the bot is no member it reads nothing.
  if (asked.place.kind === 'reply') return await say(deps, asked, [sentences.cannotSee()]);
  const recent = await slack.recentMessages({ team, channel: asker.channel }, clock.now() - hours * 3_600_000);
  const withFiles = recent.filter(({ hasFiles }) => hasFiles);
  const keyed = withFiles.map((message) => ({ ...message, key: jobKey('read-message', { ref: refOf(message) }) }));
  // A picture opens no case: that it was read is known by the job that read it.
  const jobs = await control.states(keyed.map(({ key }) => key));
  const read = new Set(jobs.flatMap(({ key, state }) => (state === 'dead' ? [] : key)));
  const hasCase = await Promise.all(
    withFiles.map(async ({ ts }) => (await store.casesOfMessage(team, asker.channel, ts)).length > 0),
  );
  const missed = keyed.filter(({ key }, index) => !read.has(key) && !hasCase[index]);
  const counts = `${recent.length} messages, ${withFiles.length} with files, ${missed.length} not processed yet`;
  const words = `Here in the last ${hours} hours: ${counts}${isDry || missed.length === 0 ? '.' : '; I process them now.'}`;
  const reads = missed.map((message) => newJob('read-message', { ref: refOf(message) }));
  return together({ writes: [], enqueue: isDry ? [] : reads }, await say(deps, asked, [words]));
}

async function board(deps: WorkDeps, asked: Asked): Promise<Planned> {
  const { slack, links, settings } = deps;
  const ops = settings.opsPlace;
  // Another workspace may have a channel and people of the same ids.
  const isHere = ops?.kind === 'channel' && (await slack.areOne(ops.team, asked.team));
  const operators = isHere ? await slack.members(asked.team, ops.channel) : null;
  if (!asked.asker.user || !operators?.has(asked.asker.user)) return await say(deps, asked, [sentences.forOperators()]);
  const url = await links.boardUrl();
  if (!url) return await say(deps, asked, [sentences.noBoard()]);
  const message = notice('info', ['The board, for the next 15 minutes:'], [{ label: 'Board', url }]);
  return await deps.deliver([{ key: `told:${asked.askKey}`, place: asked.alone, message }]);
}

async function projectSettings(deps: WorkDeps, projectKey: string, asked: Asked): Promise<Planned> {
  const { privacy, policies, jira } = deps;
  const mayGovern = await privacy.mayGovern(asked.asker, projectKey);
  const isKnown = mayGovern && (await jira.projects()).has(projectKey);
  if (!isKnown) return await say(deps, asked, [sentences.projectSettingsRefused(projectKey)]);
  const policy = await policies.policyOf(projectScope(projectKey));
  const message = { kind: 'settings', projectKey, policy } as const;
  return await deps.deliver([{ key: `told:${asked.askKey}`, place: asked.alone, message }]);
}

function unknown(target: Target): string {
  if (target.kind === 'newest') return sentences.noFileYet();
  return sentences.noSuchFile(target.kind === 'name' ? target.name : '');
}

function say(deps: WorkDeps, { askKey, alone }: Asked, words: string[]): Promise<Planned> {
  return deps.deliver([{ key: `told:${askKey}`, place: alone, message: notice('info', words) }]);
}
