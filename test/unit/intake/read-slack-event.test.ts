import { expect, it } from 'vitest';
import { readSlackEvent } from '../../../src/bot/intake/read-slack-event.ts';

function wishOf(event: Record<string, unknown>) {
  const envelope = {
    team_id: 'T1',
    event_id: 'Ev1',
    authorizations: [{ team_id: 'T1', user_id: 'UBOT' }],
    event: { channel: 'C1', ts: '1.2', user: 'U1', ...event },
  };
  return readSlackEvent(envelope)?.wish;
}

it('names one event the same at each delivery, and takes the team that authorized it', () => {
  const envelope = {
    team_id: 'TOTHER',
    event_id: 'Ev1',
    authorizations: [{ team_id: 'T1', user_id: 'UBOT' }],
    event: { type: 'app_mention', channel: 'C1', ts: '1.2', user: 'U1' },
  };
  expect(readSlackEvent(envelope)).toEqual({
    key: 'slack:T1:Ev1',
    wish: { do: 'read-message', ref: { team: 'T1', channel: 'C1', ts: '1.2' } },
    asker: 'U1',
  });
});

it('takes a removed app, and a bot’s token that was taken back, for the end of a workspace', () => {
  const left = { do: 'leave', teams: ['T1'], organisation: null };
  expect(wishOf({ type: 'app_uninstalled' })).toEqual({ ...left, reason: 'app_uninstalled' });
  const tokens = { oauth: ['U1'], bot: ['UBOT'] };
  expect(wishOf({ type: 'tokens_revoked', tokens })).toEqual({ ...left, reason: 'tokens_revoked' });
  expect(wishOf({ type: 'tokens_revoked', tokens: { oauth: ['U1'], bot: [] } })).toMatchObject({ do: 'ignore' });
  const envelope = { team_id: 'T1', enterprise_id: 'E1', event_id: 'Ev2', event: { type: 'app_uninstalled' } };
  expect(readSlackEvent(envelope)?.wish).toMatchObject({ teams: ['T1'], organisation: 'E1' });
});

it('takes the workspaces that an organisation let go of from its event, which need not be one of them', () => {
  const event = { type: 'team_access_revoked', team_ids: ['T1', 'T2', 'T1'], event_ts: '1.2' };
  const envelope = {
    team_id: null,
    authorizations: [{ enterprise_id: 'E1', team_id: null, user_id: 'UBOT' }],
    event_id: 'Ev3',
    event,
  };
  const wish = { do: 'leave', teams: ['T1', 'T2'], organisation: 'E1', reason: 'team_access_revoked' };
  expect(readSlackEvent(envelope)?.wish).toEqual(wish);
  expect(wishOf({ ...event, team_ids: [] })).toMatchObject({ do: 'ignore' });
});

it.each([
  [{ type: 'message', subtype: 'file_share', files: [{}] }, 'read-message'],
  [{ type: 'message', text: 'hi <@UBOT>' }, 'read-message'],
  [{ type: 'message', channel_type: 'im', text: 'hi' }, 'read-message'],
  [{ type: 'message', text: 'and why?', thread_ts: '1.0' }, 'read-reply'],
  [{ type: 'message', text: 'lunch?' }, 'ignore'],
  [{ type: 'message', user: 'UBOT', files: [{}] }, 'ignore'],
  [{ type: 'message', subtype: 'message_changed', message: { ts: '1.2' } }, 'ignore'],
  [{ type: 'message', subtype: 'message_changed', message: { ts: '1.2', subtype: 'tombstone' } }, 'cancel-message'],
  [{ type: 'message', subtype: 'message_deleted', deleted_ts: '1.1' }, 'cancel-message'],
  [{ type: 'message', subtype: 'channel_join' }, 'ignore'],
  [{ type: 'message', subtype: 'bot_message', files: [{}], user: null }, 'read-message'],
  [{ type: 'file_shared', file_id: 'F1', channel_id: 'C1' }, 'find-shares'],
  [{ type: 'file_deleted', file_id: 'F1' }, 'cancel-file'],
  [{ type: 'reaction_added' }, 'ignore'],
])('makes of %j: %s', (event, wish) => {
  expect(wishOf(event)?.do).toBe(wish);
});

const question = { ts: '100.1', user: 'U1', text: '<@UBOT> when?', edited: { ts: '160.0' } };
it.each([
  ['another question', { message: question, previous_message: { text: '<@UBOT> why?' } }, 'read-message'],
  [
    'a late first mention',
    { message: { ...question, edited: { ts: '9999.0' } }, previous_message: { text: 'when?' } },
    'read-message',
  ],
  [
    'a late edit',
    { message: { ...question, edited: { ts: '9999.0' } }, previous_message: { text: '<@UBOT> why?' } },
    'ignore',
  ],
  ['another question mark', { message: question, previous_message: { text: '<@UBOT>  when' } }, 'ignore'],
  ['an unfurled link', { message: { ...question, edited: null }, previous_message: question }, 'ignore'],
  ['a message of the bot', { message: { ...question, user: 'UBOT' }, previous_message: { text: 'x' } }, 'ignore'],
  ['a message of another bot', { message: { ...question, bot_id: 'B1' }, previous_message: { text: 'x' } }, 'ignore'],
  ['words to others', { message: { ...question, text: 'when?' }, previous_message: { text: 'why?' } }, 'ignore'],
  ['words beside a file', { message: { ...question, files: [{}] }, previous_message: { text: 'x' } }, 'ignore'],
  [
    'a direct message',
    { channel_type: 'im', message: { ...question, text: 'when?' }, previous_message: { text: 'why?' } },
    'read-message',
  ],
])('makes of an edit to %s, %j: %s', (_, event, wish) => {
  expect(wishOf({ type: 'message', subtype: 'message_changed', ...event })?.do).toBe(wish);
});

it.each([null, 'x', {}, { event: {} }, { event: { type: 'message', ts: 5 } }])('is no event: %j', (envelope) => {
  expect(readSlackEvent(envelope)).toBeUndefined();
});
