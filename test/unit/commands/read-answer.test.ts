import { expect, it } from 'vitest';
import {
  problemOfKey,
  readAddress,
  readAnswer,
  readChoice,
  readSite,
} from '../../../src/commands/setup/read-answer.ts';

it.each([
  ['  xoxb-1-a \t', 'xoxb-1-a'],
  ['xoxb-1-a\u200b\r', 'xoxb-1-a'],
  ['\ufeffxoxb-1-a\u00a0', 'xoxb-1-a'],
  ['"xoxb-1-a"', 'xoxb-1-a'],
  ['SLACK_BOT_TOKEN=xoxb-1-a', 'xoxb-1-a'],
  [`export JIRA_API_TOKEN='ATATT3xF=A1B2'`, 'ATATT3xF=A1B2'],
  ['ATATT3xF=A1B2', 'ATATT3xF=A1B2'],
  ['"', '"'],
])('takes %j for the value that was meant', (typed, meant) => {
  expect(readAnswer(typed)).toBe(meant);
});

it.each([
  ['Data Center', 'datacenter'],
  ['CLOUD', 'cloud'],
  ['d', 'datacenter'],
  ['server', undefined],
  ['', undefined],
])('takes %j for the choice %s', (answer, choice) => {
  expect(readChoice(['cloud', 'datacenter'], answer)).toBe(choice);
});

it('asks again where a choice may be either', () => {
  expect(readChoice(['token', 'tokens'], 'tok')).toBeUndefined();
});

it.each([
  ['https://logtriage.example.com/', 'https://logtriage.example.com'],
  ['logtriage.example.com', 'https://logtriage.example.com'],
  ['https://example.com/triage//', 'https://example.com/triage'],
  ['http://10.0.0.1:3000/?x#y', 'http://10.0.0.1:3000'],
  ['ftp://example.com', undefined],
  ['bot@example.com', undefined],
  ['yes', undefined],
])('takes %j for the address %s', (answer, address) => {
  expect(readAddress(answer)).toBe(address);
});

it.each([
  ['https://example.atlassian.net/jira/software/projects/PROJ/boards/1?x=1', 'https://example.atlassian.net'],
  ['http://example.atlassian.net/wiki', 'https://example.atlassian.net'],
  ['example.atlassian.net', 'https://example.atlassian.net'],
  ['https://jira.example.com/browse/PROJ-1', 'https://jira.example.com'],
  ['https://example.com/jira/projects/PROJ/issues', 'https://example.com/jira'],
  ['https://example.com/jira/secure/Dashboard.jspa', 'https://example.com/jira'],
  ['https://example.com/jira/rest', 'https://example.com/jira'],
  ['https://example.com/issues', 'https://example.com/issues'],
  ['https://example.com/restaurant/', 'https://example.com/restaurant'],
])('finds the site of %s', (answer, site) => {
  expect(readSite(answer)).toBe(site);
});

it('knows what no key has', () => {
  expect(problemOfKey('xoxb-1 a')).toContain('copy it again');
  expect(problemOfKey('xoxb-…')).toContain('copy it again');
  expect(problemOfKey('a+b/c=')).toBeUndefined();
});
