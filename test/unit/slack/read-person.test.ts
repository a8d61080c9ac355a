import { expect, it } from 'vitest';
import { readPerson } from '../../../src/bot/slack/slack-records.ts';

it.each([
  ['of this workspace', { team_id: 'T1' }, 'member'],
  ['of no workspace that is told', {}, 'member'],
  ['of another one', { team_id: 'T2' }, 'external'],
  [
    'of another one of the organisation, and of this',
    { team_id: 'T2', enterprise_user: { teams: ['T1', 'T2'] } },
    'member',
  ],
  ['of others of the organisation alone', { team_id: 'T2', enterprise_user: { teams: ['T2'] } }, 'external'],
  ['met in a shared channel', { team_id: 'T1', is_stranger: true }, 'external'],
  ['who is a guest', { team_id: 'T1', is_restricted: true }, 'guest'],
])('somebody %s', (_, user, kind) => {
  expect(readPerson(user, 'T1')?.kind).toBe(kind);
});
