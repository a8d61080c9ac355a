import type { Press } from '../../intake/intake.ts';
import { channelOf } from '../channel-of.ts';
import { type Place, placeKey } from '../place.ts';
import { type Planned, planNothing, planWrites, together } from '../planned.ts';
import { ticketPlace } from '../ports.ts';
import { notice, sentences } from '../sentences.ts';
import { tieThread } from '../tie-ticket.ts';
import type { Acted, ActionDeps } from './acted.ts';
import { editControls } from './judge.ts';

/** Makes a ticket of what somebody wrote in the form, once for each answer, and ties the thread to it. */
export async function fileTicket(
  deps: ActionDeps,
  { press, question, place, asker, alone }: Acted,
  form: Extract<Press['act'], { do: 'file' }>,
): Promise<Planned> {
  const { jira, privacy, store } = deps;
  const posted = await deps.answersInChat(question.id);
  const filed = posted
    .map(({ message }) => (message.kind === 'answer' ? message.controls?.filedAs : undefined))
    .find(Boolean);
  const projectKey = form.projectKey.toUpperCase();
  const { summary, text, evidence } = form;
  // The form is closed by now: what was written into it comes back.
  const refuse = (sentence: string) =>
    deps.deliver([
      {
        key: `told:${press.key}`,
        place: alone,
        message: notice('info', [sentence, sentences.youWrote(), ...[summary, text].filter((one) => one !== '')]),
      },
    ]);
  if (filed) return await refuse(sentences.filedBefore(filed.label));
  const mayFile = await privacy.mayFile(asker, projectKey);
  const project = mayFile ? (await jira.projects()).get(projectKey) : undefined;
  if (!project) return await refuse(sentences.cannotFile(projectKey));
  if (project.isServiceDesk) return await refuse(sentences.customersWouldRead(projectKey));
  const label = `logtriage-${question.id.slice(-12)}`;
  const links = await linksTo(deps, place);
  const issueId = await jira.create({ projectKey, summary, text, evidence, links, label, mayExist: true });
  const ticket = issueId === null ? null : await jira.ticket(issueId);
  if (ticket?.status !== 'found') return await refuse(sentences.cannotFile(projectKey));
  const { issueKey, url } = ticket.value;
  const message = notice('info', [sentences.filed(issueKey)], [{ label: issueKey, url }]);
  return together(
    planWrites(store.updateQuestion(question.id, { filedIn: placeKey(ticketPlace(ticket.value)) })),
    await editControls(deps, question.id, { filedAs: { label: issueKey, url } }),
    place.kind === 'thread'
      ? await tieThread(store, placeKey(place), issueKey.toUpperCase(), ticket.value)
      : planNothing(),
    await deps.deliver([{ key: `told:${press.key}`, place: alone, message }]),
  );
}

/** The thread, where it stands in a public channel. */
async function linksTo({ store, slack }: ActionDeps, place: Place): Promise<{ label: string; url: string }[]> {
  if (place.kind !== 'thread') return [];
  const thread = await store.findPlace(placeKey(place));
  const channel = thread?.isOpen ? await channelOf(slack, place.team, place.channel) : null;
  return thread?.url && channel?.visibility === 'public' ? [{ label: thread.label, url: thread.url }] : [];
}
