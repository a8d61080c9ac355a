import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';

it('gives projects to channels, several each, and names a pair that is none', () => {
  const { channelProjects } = readConfig({ JIRA_CHANNEL_PROJECTS: 'C0A:PROJ, C0A:fw ,G0B:PROJ' });
  expect([...channelProjects].map(([channel, projects]) => [channel, [...projects]])).toEqual([
    ['C0A', ['PROJ', 'FW']],
    ['G0B', ['PROJ']],
  ]);
  expect(() => readConfig({ JIRA_CHANNEL_PROJECTS: 'PROJ' })).toThrow('JIRA_CHANNEL_PROJECTS');
});
