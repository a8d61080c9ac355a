import { expect, it } from 'vitest';
import { readJiraWebhook } from '../../../src/bot/intake/read-jira-webhook.ts';

const issue = { id: '10001', key: 'PROJ-1' };

it('reads the ids of added attachments from the changelog, whatever the file is called', () => {
  const body = JSON.parse(`{
    "webhookEvent": "jira:issue_updated", "issue": {"id": "10001", "key": "PROJ-1"},
    "changelog": {"items": [
      {"field": "Attachment", "fieldId": "attachment", "from": null, "to": "501", "toString": "a.log"},
      {"field": "Attachment", "fieldId": "attachment", "from": null, "to": "502"},
      {"field": "Attachment", "fieldId": "attachment", "from": "400", "to": null, "fromString": "old.log"},
      {"field": "status", "from": "1", "to": "2", "toString": "Done"},
      {"field": "Attachment", "toString": "no id at all"}
    ]}}`);
  expect(readJiraWebhook(body)).toEqual({
    read: { issueId: '10001', attachmentIds: ['501', '502'] },
    removedAttachmentIds: ['400'],
    removedIssueId: null,
    comment: null,
    labelled: null,
    reason: null,
  });
});

it('reads a new ticket with its attachments, and all of them where none are told', () => {
  const created = (fields: unknown) =>
    readJiraWebhook({ webhookEvent: 'jira:issue_created', issue: { ...issue, fields } });
  expect(created({ attachment: [{ id: '7' }, { id: 8 }] }).read).toEqual({
    issueId: '10001',
    attachmentIds: ['7', '8'],
  });
  expect(created({ attachment: [] }).reason).toBe('no attachments');
  expect(created({}).read).toEqual({ issueId: '10001', attachmentIds: null });
});

it('leaves attachment_created alone where nothing names its ticket', () => {
  const body = { webhookEvent: 'attachment_created', attachment: { id: '9' } };
  expect(readJiraWebhook(body).reason).toContain('names no ticket');
  expect(readJiraWebhook(body, 'PROJ-1').read).toEqual({ issueId: 'PROJ-1', attachmentIds: ['9'] });
  expect(readJiraWebhook({ ...body, issue }).read).toEqual({ issueId: '10001', attachmentIds: ['9'] });
});

it.each([null, [], 'x', 1, {}, { webhookEvent: 7 }, { webhookEvent: 'comment_created', issue }])(
  'finds nothing to do in %j',
  (body) => {
    expect(readJiraWebhook(body)).toMatchObject({ read: null, removedAttachmentIds: [], removedIssueId: null });
    expect(readJiraWebhook(body).reason).not.toBeNull();
  },
);

it('reads comments that are written, changed and deleted, as Cloud and Data Center tell of them', () => {
  const at = { self: 'https://jira.example/rest/api/2/issue/10001/comment/5', id: '5' };
  const changed = { issueId: '10001', commentId: '5', isChanged: true };
  const told = (webhookEvent: string, more: object = { issue }) =>
    readJiraWebhook({ webhookEvent, comment: { ...at, body: 'thanks' }, ...more }).comment;
  expect(told('comment_created')).toBeNull();
  expect(told('comment_created', { comment: { ...at, body: '@logtriage why' } })).toEqual({
    issueId: '10001',
    commentId: '5',
  });
  // What it asked before may be withdrawn by an edit that no longer names the bot.
  expect(told('comment_updated')).toEqual(changed);
  expect(told('comment_deleted', {})).toEqual(changed);
  for (const type of ['issue_comment_edited', 'issue_comment_deleted']) {
    expect(told('jira:issue_updated', { issue, issue_event_type_name: type })).toEqual(changed);
  }
  expect(told('jira:issue_updated', { issue, issue_event_type_name: 'issue_generic' })).toBeNull();
});
