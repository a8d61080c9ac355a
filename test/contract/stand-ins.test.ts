import { ErrorCode, WebClient } from '@slack/web-api';
import { createCloudClient, createServiceDeskClient, isNotFoundError, isRateLimitError } from 'jira.js';
import { createClient } from 'jira.js/core';
import { describe, expect, it } from 'vitest';
import { createJiraStandIn } from '../../src/sandbox/jira/jira-stand-in.ts';
import { createSlackStandIn } from '../../src/sandbox/slack/slack-stand-in.ts';
import { listen, type StandInServer } from '../support/stand-in-server.ts';
import { createTestClock } from '../support/test-clock.ts';
import { jiraSecrets, slackSecrets } from '../support/vendors.ts';

const channel = 'C0BRINGUP';

async function startSlack() {
  let server: StandInServer | undefined;
  const slack = createSlackStandIn({
    clock: createTestClock(),
    origin: () => server?.origin ?? '',
    ...slackSecrets,
    target: () => undefined,
  });
  server = await listen(slack.app.fetch);
  slack.settings.hasRateLimits = false;
  slack.workspace.addUser({ id: 'U0ADA', name: 'ada' });
  slack.workspace.addChannel({ id: channel, name: 'bringup', members: ['U0ADA', slack.bot.userId] });
  const client = new WebClient(slackSecrets.botToken, {
    slackApiUrl: `${server.origin}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  const refusal = async (call: Promise<unknown>) =>
    await call.then(
      () => 'nothing',
      (error: { data?: { error?: string } }) => error.data?.error,
    );
  return { slack, client, refusal, origin: server.origin, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

describe("Slack's own client finds in the stand-in", () => {
  it('messages to names and people, attachments, broadcasts, nested metadata and pages', async () => {
    await using run = await startSlack();
    const { client } = run;
    const attachments = [{ color: 'danger', text: 'cause', fallback: 'cause' }];
    const metadata = { event_type: 'e', event_payload: { deep: { er: [1] } } } as never;
    const root = await client.chat.postMessage({ channel: '#bringup', text: 'x', attachments, metadata });
    expect(root.message?.attachments).toMatchObject([{ color: 'danger' }]);
    await client.chat.postMessage({ channel, text: 'y', thread_ts: root.ts!, reply_broadcast: true });
    expect((await client.chat.postMessage({ channel: 'U0ADA', text: 'z' })).channel).toMatch(/^D/);
    const texts: string[] = [];
    for await (const page of client.paginate('conversations.history', {
      channel,
      limit: 1,
      include_all_metadata: true,
    })) {
      texts.push(...(page as unknown as { messages: { text: string }[] }).messages.map(({ text }) => text));
    }
    expect(texts).toEqual(['y', 'x']);
    await client.chat.delete({ channel, ts: root.ts! });
    const { messages } = await client.conversations.replies({ channel, ts: root.ts! });
    expect(messages).toMatchObject([{ subtype: 'tombstone' }, { text: 'y' }]);
  });

  it('files, uploaded in its three steps and downloaded again', async () => {
    await using run = await startSlack();
    const shared = await run.client.filesUploadV2({
      channel_id: channel,
      file: Buffer.from('a log'),
      filename: 'a.log',
    });
    const id = (shared as unknown as { files: { files: { id: string }[] }[] }).files[0]!.files[0]!.id;
    const { file } = await run.client.files.info({ file: id });
    expect(file).toMatchObject({ name: 'a.log', size: 5 });
    const headers = { authorization: `Bearer ${slackSecrets.botToken}` };
    expect(await (await fetch(file!.url_private_download!, { headers })).text()).toBe('a log');
    expect(await (await fetch(file!.url_private_download!)).text()).toContain('<!DOCTYPE html>');
  });

  it('people, reactions, schedules, views and the test of the interface', async () => {
    await using run = await startSlack();
    const { client, refusal } = run;
    expect((await client.users.list({})).members).toHaveLength(2);
    expect((await client.conversations.members({ channel })).members).toContain('U0ADA');
    const { ts } = await client.chat.postMessage({ channel, text: 'x' });
    await client.reactions.add({ channel, timestamp: ts!, name: 'eyes' });
    expect(await refusal(client.reactions.add({ channel, timestamp: ts!, name: 'no_such_sign' }))).toBe('invalid_name');
    expect(await client.reactions.get({ channel, timestamp: ts! })).toMatchObject({
      message: { reactions: [{ name: 'eyes' }] },
    });
    expect((await client.reactions.list({})).items).toMatchObject([{ channel, message: { ts } }]);
    await client.reactions.remove({ channel, timestamp: ts!, name: 'eyes' });
    expect((await client.reactions.list({})).items).toEqual([]);
    expect(await refusal(client.reactions.list({ user: 'U0NOBODY' }))).toBe('user_not_found');
    const post_at = Math.floor(run.slack.workspace.clock.now() / 1000) + 60;
    expect((await client.chat.scheduleMessage({ channel, text: 'later', post_at })).ok).toBe(true);
    const home = { type: 'home' as const, blocks: [{ type: 'divider' as const }] };
    expect((await client.views.publish({ user_id: 'U0ADA', view: home })).view?.type).toBe('home');
    expect(await refusal(client.views.open({ trigger_id: '1.2.abc', view: home as never }))).toBe('invalid_trigger_id');
    expect((await client.api.test({ foo: 'bar' } as never)).ok).toBe(true);
    expect(run.slack.unexpected).toEqual([]);
  });

  it('channels that are made, described, filled, renamed and put away', async () => {
    await using run = await startSlack();
    const { client, refusal } = run;
    const made = await client.conversations.create({ name: 'incident-7' });
    const id = made.channel?.id ?? '';
    expect(made.channel).toMatchObject({ name: 'incident-7', is_channel: true, is_member: true });
    expect(await refusal(client.conversations.create({ name: 'incident-7' }))).toBe('name_taken');
    expect(await refusal(client.conversations.create({ name: 'Incident 8' }))).toBe('invalid_name_specials');
    expect(await refusal(client.conversations.create({ name: 'x'.repeat(81) }))).toBe('invalid_name_maxlength');
    await client.conversations.setTopic({ channel: id, topic: 'the outage' });
    await client.conversations.setPurpose({ channel: id, purpose: 'finding its cause' });
    expect(await refusal(client.conversations.setTopic({ channel: id, topic: 'x'.repeat(251) }))).toBe('too_long');
    expect((await client.conversations.info({ channel: id })).channel).toMatchObject({
      topic: { value: 'the outage' },
      purpose: { value: 'finding its cause' },
    });
    expect(await refusal(client.conversations.invite({ channel: id, users: 'U0NOBODY' }))).toBe('user_not_found');
    await client.conversations.invite({ channel: id, users: 'U0ADA' });
    expect(await refusal(client.conversations.invite({ channel: id, users: 'U0ADA' }))).toBe('already_in_channel');
    await client.conversations.rename({ channel: id, name: 'outage-7' });
    expect((await client.conversations.history({ channel: id })).messages?.map(({ subtype }) => subtype)).toEqual([
      'channel_name',
      'channel_purpose',
      'channel_topic',
    ]);
    await client.conversations.kick({ channel: id, user: 'U0ADA' });
    expect(await refusal(client.conversations.kick({ channel: id, user: 'U0ADA' }))).toBe('not_in_channel');
    expect(await refusal(client.conversations.leave({ channel: id }))).toBe('last_member');
    await client.conversations.archive({ channel: id });
    expect(await refusal(client.conversations.archive({ channel: id }))).toBe('already_archived');
    expect(await refusal(client.chat.postMessage({ channel: id, text: 'x' }))).toBe('is_archived');
    await client.conversations.unarchive({ channel: id });
    const direct = (await client.conversations.open({ users: 'U0ADA' })).channel?.id ?? '';
    expect(await refusal(client.conversations.archive({ channel: direct }))).toBe(
      'method_not_supported_for_channel_type',
    );
    await client.conversations.leave({ channel });
    expect(await refusal(client.chat.postMessage({ channel, text: 'x' }))).toBe('not_in_channel');
    run.slack.bot.scopes.delete('channels:manage');
    expect(await refusal(client.conversations.rename({ channel: id, name: 'other' }))).toBe('missing_scope');
    run.slack.bot.scopes.add('channels:write.topic');
    expect((await client.conversations.setTopic({ channel: id, topic: 'over' })).ok).toBe(true);
    expect(run.slack.unexpected).toEqual([]);
  });

  it('pins, lists of files, profiles, groups and emoji', async () => {
    await using run = await startSlack();
    const { client, refusal } = run;
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'keep this' });
    await client.pins.add({ channel, timestamp: ts });
    expect(await refusal(client.pins.add({ channel, timestamp: ts }))).toBe('already_pinned');
    expect((await client.pins.list({ channel })).items).toMatchObject([{ type: 'message', message: { ts } }]);
    await client.pins.remove({ channel, timestamp: ts });
    expect(await refusal(client.pins.remove({ channel, timestamp: ts }))).toBe('no_pin');
    for (const name of ['a.log', 'b.log']) {
      await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name, bytes: 'x' }], isSilent: true });
    }
    const listed = await client.files.list({ channel, count: 1, page: 2 });
    expect(listed).toMatchObject({ files: [{ user: 'U0ADA' }], paging: { total: 2, page: 2, pages: 2 } });
    expect(await refusal(client.files.list({ channel: 'C0NONE' }))).toBe('channel_not_found');
    expect((await client.users.profile.get({ user: 'U0ADA' })).profile).toMatchObject({ display_name: 'ada' });
    expect((await client.users.getPresence({ user: 'U0ADA' })).presence).toBe('active');
    expect((await client.usergroups.list({})).usergroups).toEqual([]);
    expect((await client.emoji.list({})).emoji).toEqual({});
    expect(run.slack.unexpected).toEqual([]);
  });

  it('messages that grow while they are read, and what an assistant shows at a thread', async () => {
    await using run = await startSlack();
    const { client, refusal } = run;
    const root = await client.chat.postMessage({ channel, text: 'why?' });
    const thread = { channel, thread_ts: root.ts ?? '' };
    const to = { recipient_team_id: run.slack.workspace.teamId, recipient_user_id: 'U0ADA' };
    expect(await refusal(client.chat.startStream({ ...thread, recipient_user_id: 'U0ADA' }))).toBe(
      'missing_recipient_team_id',
    );
    const streamer = client.chatStream({ ...thread, ...to, buffer_size: 4 });
    await streamer.append({ markdown_text: '**The disk** ' });
    const shown = () => run.slack.workspace.channels.get(channel)?.messages.at(-1);
    expect(shown()).toMatchObject({ streaming_state: 'in_progress', text: '**The disk** ' });
    const ts = shown()?.ts ?? '';
    expect(await refusal(client.chat.update({ channel, ts, text: 'x' }))).toBe('streaming_state_conflict');
    await streamer.append({ markdown_text: 'ran full' });
    await streamer.stop({ blocks: [{ type: 'divider' }] });
    expect(shown()).toMatchObject({ streaming_state: 'completed', text: '**The disk** ran full', thread_ts: root.ts });
    expect(shown()?.blocks?.at(-1)).toEqual({ type: 'divider' });
    const late = client.chat.appendStream({ channel, ts, markdown_text: 'x' });
    expect(await refusal(late)).toBe('message_not_in_streaming_state');
    const started = await client.chat.startStream({ ...thread, ...to, markdown_text: 'a' });
    const chunks = [{ type: 'markdown_text' as const, text: 'b' }];
    const mixed = client.chat.appendStream({ channel, ts: started.ts ?? '', chunks } as never);
    expect(await refusal(mixed)).toBe('streaming_mode_mismatch');
    const at = { channel_id: channel, thread_ts: root.ts ?? '' };
    await client.assistant.threads.setStatus({ ...at, status: 'is reading' });
    expect([...run.slack.workspace.threadSigns.values()]).toMatchObject([{ status: { text: 'is reading' } }]);
    const nowhere = client.assistant.threads.setStatus({ ...at, thread_ts: '1.1', status: 'x' });
    expect(await refusal(nowhere)).toBe('invalid_thread_ts');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('the answer to a method that is none', async () => {
    await using run = await startSlack();
    expect(await run.refusal(run.client.apiCall('conversations.nonsense'))).toBe('unknown_method');
    expect(run.slack.unexpected).toEqual(['conversations.nonsense']);
  });

  it('stand-ins that hold other people’s bots to the limits: input and video blocks, and the errors of wrong ones', async () => {
    await using run = await startSlack();
    const input = {
      type: 'input' as const,
      label: { type: 'plain_text' as const, text: 'Which?' },
      element: { type: 'plain_text_input' as const, action_id: 'a' },
    };
    const video = {
      type: 'video' as const,
      title: { type: 'plain_text' as const, text: 'Bring-up' },
      video_url: 'https://x.example/v',
      thumbnail_url: 'https://x.example/t.png',
      alt_text: 'The board starts',
    };
    expect((await run.client.chat.postMessage({ channel, text: 'x', blocks: [input, video] })).ok).toBe(true);
    const wrong = run.client.chat.postMessage({ channel, text: 'x', blocks: [{ type: 'nonsense' } as never] });
    await expect(wrong).rejects.toMatchObject({ code: ErrorCode.PlatformError, data: { error: 'invalid_blocks' } });
  });

  it('never a 500, whatever it is sent', async () => {
    await using run = await startSlack();
    const authorization = `Bearer ${slackSecrets.botToken}`;
    const send = async (method: string, type: string, body: string) => {
      const headers = { authorization, 'content-type': type, origin: 'null' };
      const response = await fetch(`${run.origin}/api/${method}`, { method: 'POST', headers, body });
      return [response.status, ((await response.json()) as { error?: string }).error];
    };
    expect(await send('chat.postMessage', 'application/json', '{')).toEqual([200, 'invalid_json']);
    expect(await send('chat.postMessage', 'application/json', '"text"')).toEqual([200, 'json_not_object']);
    expect(await send('chat.postMessage', 'multipart/form-data', 'x')).toEqual([200, 'invalid_form_data']);
    const form = 'application/x-www-form-urlencoded';
    expect(await send('conversations.history', form, `channel=${channel}&cursor=%25`)).toEqual([200, 'invalid_cursor']);
    expect(await send('chat.postMessage', form, `channel=${channel}&blocks={`)).toEqual([200, 'invalid_blocks_format']);
    expect(await send('chat.postMessage', form, `channel=${channel}&text=x&metadata=[]`)).toEqual([
      200,
      'invalid_metadata_format',
    ]);
    expect(await send('views.publish', form, 'user_id=U0ADA&view={')).toEqual([200, 'invalid_arguments']);
    expect(await send('files.completeUploadExternal', form, 'files=[null]')).toEqual([200, 'file_not_found']);
  });
});

async function startJira() {
  let server: StandInServer | undefined;
  const jira = createJiraStandIn({
    clock: createTestClock(),
    origin: () => server?.origin ?? '',
    ...jiraSecrets,
    target: () => undefined,
  });
  server = await listen(jira.app.fetch);
  jira.settings.hasRateLimits = false;
  jira.site.addUser({ accountId: 'ada' });
  jira.site.addProject({ key: 'PROJ' });
  jira.site.addProject({ key: 'DESK', projectTypeKey: 'service_desk' });
  const { email, apiToken } = jiraSecrets;
  // Every answer is held against the client's own schema of it.
  const config = {
    host: server.origin,
    auth: { type: 'basic' as const, email, apiToken },
    onSchemaMismatch: 'throw' as const,
  };
  const create = async (project = 'PROJ') => {
    const fields = { project: { key: project }, issuetype: { name: 'Bug' }, summary: 'It reboots' };
    return (await createCloudClient(config).issues.createIssue({ fields })) as { id: string; key: string };
  };
  return {
    jira,
    client: createCloudClient(config),
    config,
    create,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

const doc = (text: string) => ({
  type: 'doc' as const,
  version: 1 as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
});

describe('a client of Jira by other people finds in the stand-in', () => {
  it('the site, its projects and what one may do', async () => {
    await using run = await startJira();
    const { client } = run;
    expect((await client.serverInfo.getServerInfo()).deploymentType).toBe('Cloud');
    expect((await client.myself.getCurrentUser()).accountId).toBe(run.jira.bot.accountId);
    expect((await client.projects.searchProjects()).values).toHaveLength(2);
    const asked = await client.permissions.getMyPermissions({ permissions: 'ADD_COMMENTS' });
    expect(asked.permissions?.ADD_COMMENTS?.havePermission).toBe(true);
    expect((await client.issueFields.getFields()).length).toBeGreaterThan(5);
  });

  it('issues that are made, edited, moved, linked, searched and deleted', async () => {
    await using run = await startJira();
    const { client } = run;
    const issue = await run.create();
    const other = await run.create();
    await client.issues.editIssue({ issueIdOrKey: issue.key, update: { labels: [{ add: 'log' }] } });
    const shown = await client.issues.getIssue({ issueIdOrKey: issue.key });
    expect((shown.fields as { labels?: string[] }).labels).toEqual(['log']);
    const [assignable] = await client.userSearch.findAssignableUsers({ project: 'PROJ' });
    const accountId = assignable?.accountId ?? '';
    await client.issues.assignIssue({ issueIdOrKey: issue.key, accountId });
    const assigned = await client.issues.getIssue({ issueIdOrKey: issue.key });
    expect(assigned.fields).toMatchObject({ assignee: { accountId } });
    const unknown = client.issues.assignIssue({ issueIdOrKey: issue.key, accountId: 'nobody' });
    await expect(unknown).rejects.toMatchObject({ status: 400 });
    await client.issues.assignIssue({ issueIdOrKey: issue.key, accountId: '-1' });
    expect((await client.issues.getIssue({ issueIdOrKey: issue.key })).fields).toMatchObject({ assignee: null });
    const { transitions } = await client.issues.getTransitions({ issueIdOrKey: issue.key });
    const done = transitions?.find(({ name }) => name === 'Done')?.id ?? '';
    await client.issues.doTransition({ issueIdOrKey: issue.key, transition: { id: done } });
    expect((await client.issues.getChangeLogs({ issueIdOrKey: issue.key })).values).toHaveLength(4);
    await client.issueLinks.linkIssues({
      type: { name: 'Duplicate' },
      inwardIssue: { key: issue.key },
      outwardIssue: { key: other.key },
    });
    const jql = 'project = PROJ AND (status = Done OR labels = nothing) ORDER BY created DESC';
    const found = await client.issueSearch.searchAndReconsileIssuesUsingJqlPost({ jql, fields: ['summary'] });
    expect(found.issues?.map(({ key }) => key)).toEqual([issue.key]);
    expect((await client.issueSearch.countIssues({ jql: 'project = PROJ' })).count).toBe(2);
    await client.issueProperties.setIssueProperty({
      issueIdOrKey: issue.key,
      propertyKey: 'k',
      body: { v: 1 },
    });
    const property = await client.issueProperties.getIssueProperty({ issueIdOrKey: issue.key, propertyKey: 'k' });
    expect(property.value).toEqual({ v: 1 });
    await client.issues.deleteIssue({ issueIdOrKey: other.key });
    const gone = client.issues.getIssue({ issueIdOrKey: other.key });
    await expect(gone).rejects.toSatisfy(isNotFoundError);
  });

  it('who follows, votes and spends time, and many issues by one call', async () => {
    await using run = await startJira();
    const { client } = run;
    const { key: issueIdOrKey } = await run.create();
    const [ada] = await client.userSearch.findAssignableUsers({ project: 'PROJ' });
    const accountId = ada?.accountId ?? '';
    await client.issueWatchers.addWatcher({ issueIdOrKey, body: accountId as never });
    expect(await client.issueWatchers.getIssueWatchers({ issueIdOrKey })).toMatchObject({
      watchCount: 1,
      watchers: [{ accountId }],
    });
    await client.issueWatchers.removeWatcher({ issueIdOrKey, accountId });
    expect((await client.issueWatchers.getIssueWatchers({ issueIdOrKey })).watchCount).toBe(0);
    // Whoever reported it has no vote.
    await expect(client.issueVotes.addVote({ issueIdOrKey })).rejects.toSatisfy(isNotFoundError);
    expect(await client.issueVotes.getVotes({ issueIdOrKey })).toMatchObject({ votes: 0, hasVoted: false });
    const spent = await client.issueWorklogs.addWorklog({ issueIdOrKey, timeSpent: '1d 3h 20m' });
    expect(spent).toMatchObject({ timeSpentSeconds: 40_800, timeSpent: '1d 3h 20m' });
    await expect(client.issueWorklogs.addWorklog({ issueIdOrKey })).rejects.toMatchObject({ status: 400 });
    expect((await client.issueWorklogs.getIssueWorklog({ issueIdOrKey })).total).toBe(1);
    await client.issueWorklogs.deleteWorklog({ issueIdOrKey, id: spent.id ?? '' });
    expect((await client.issueWorklogs.getIssueWorklog({ issueIdOrKey })).total).toBe(0);
    const fields = { project: { key: 'PROJ' }, issuetype: { name: 'Bug' }, summary: 'one of many' } as never;
    const made = await client.issues.createIssues({ issueUpdates: [{ fields }, { fields: {} as never }, { fields }] });
    expect(made.issues).toHaveLength(2);
    expect(made.errors).toMatchObject([{ failedElementNumber: 1, status: 400 }]);
    const known = await client.issues.bulkFetchIssues({ issueIdsOrKeys: [issueIdOrKey, 'PROJ-999'] } as never);
    expect(known.issues?.map(({ key }) => key)).toEqual([issueIdOrKey]);
    expect(run.jira.unexpected).toEqual([]);
  });

  it('what a project is made of, its words, and how a query is read', async () => {
    await using run = await startJira();
    const { client } = run;
    const { key } = await run.create();
    await client.issues.editIssue({ issueIdOrKey: key, update: { labels: [{ add: 'log' }] } });
    run.jira.site.addProject({ key: 'PARTS', versions: ['4.2', '4.3'], components: ['radio'] });
    const meta = await createClient(run.config).sendRequest({
      url: '/rest/api/3/issue/createmeta',
      method: 'GET',
      searchParams: { projectKeys: 'PARTS' },
    });
    expect(meta).toMatchObject({ projects: [{ key: 'PARTS', issuetypes: [{ name: 'Epic' }, {}, {}, {}] }] });
    const picked = await client.issueSearch.getIssuePickerResource({ query: key });
    expect(picked.sections?.[0]?.issues).toMatchObject([{ key }]);
    const versions = await client.projectVersions.getProjectVersions({ projectIdOrKey: 'PARTS' });
    expect(versions.map(({ name }) => name)).toEqual(['4.2', '4.3']);
    const components = await client.projectComponents.getProjectComponents({ projectIdOrKey: 'PARTS' });
    expect(components).toMatchObject([{ name: 'radio', project: 'PARTS' }]);
    expect((await client.projects.getAllStatuses({ projectIdOrKey: 'PARTS' }))[0]?.statuses).toHaveLength(3);
    expect((await client.labels.getAllLabels({})).values).toEqual(['log']);
    const jql = 'project = PROJ AND NOT labels in (a, b) ORDER BY created DESC';
    const parsed = await createClient(run.config).sendRequest({
      url: '/rest/api/3/jql/parse',
      method: 'POST',
      searchParams: { validation: 'strict' },
      body: { queries: [jql, 'nonsense = 1'] },
    });
    const clause = { field: { name: 'labels' }, operator: 'in', operand: { values: [{ value: 'a' }, { value: 'b' }] } };
    expect(parsed).toMatchObject({
      queries: [
        {
          structure: {
            where: {
              operator: 'and',
              clauses: [{ field: { name: 'project' } }, { operator: 'not', clauses: [clause] }],
            },
            orderBy: { fields: [{ field: { name: 'created' }, direction: 'desc' }] },
          },
        },
        { errors: [expect.stringContaining('nonsense')] },
      ],
    });
    expect(run.jira.unexpected).toEqual([]);
  });

  it('comments with visibility and properties, and attachments by redirect', async () => {
    await using run = await startJira();
    const { client } = run;
    const { key } = await run.create();
    const visibility = { type: 'role' as const, value: 'Developers' };
    const made = await client.issueComments.addComment({ issueIdOrKey: key, body: doc('x') as never, visibility });
    expect(made.visibility).toMatchObject(visibility);
    const changed = await client.issueComments.updateComment({
      issueIdOrKey: key,
      id: made.id!,
      body: { body: doc('y') },
    });
    expect(JSON.stringify(changed.body)).toContain('"y"');
    expect((await client.issueComments.getComments({ issueIdOrKey: key })).comments).toHaveLength(1);
    expect((await client.issueComments.getCommentsByIds({ ids: [Number(made.id)] })).values).toHaveLength(1);
    const [attachment] = await client.issueAttachments.addAttachment({
      issueIdOrKey: key,
      attachments: { filename: 'a.log', content: Buffer.from('a log') },
    });
    const record = await client.issueAttachments.getAttachment({ id: attachment!.id! });
    expect(record).toMatchObject({ id: Number(attachment!.id), size: 5 });
    const bytes = await client.issueAttachments.getAttachmentContent({ id: attachment!.id! });
    expect(new TextDecoder().decode(bytes as unknown as Uint8Array)).toBe('a log');
  });

  it('requests of customers, answered internally, and limits told', async () => {
    await using run = await startJira();
    const request = await run.jira.people.createIssue({ project: 'DESK', user: 'ada', summary: 'Help' });
    const desk = createServiceDeskClient(run.config);
    const made = await desk.request.createRequestComment({ issueIdOrKey: request.key, body: 'x', public: false });
    expect(made.public).toBe(false);
    run.jira.faults.add(/comment$/, { kind: 'rate-limited', retryAfterS: 7 });
    const limited = run.client.issueComments.getComments({ issueIdOrKey: request.key });
    await expect(limited).rejects.toSatisfy((error) => isRateLimitError(error) && error.retryAfterMs === 7000);
    expect(run.jira.unexpected).toEqual([]);
  });
});
