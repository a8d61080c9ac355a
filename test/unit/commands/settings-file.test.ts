import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { mergeSettings, readSettings } from '../../../src/commands/setup/settings-file.ts';

const text = `# The bot of the lab
PORT=8080 # behind nginx

export JIRA_FILTER='status = "In Progress"'
JIRA_API_TOKEN=
MOTTO="one
SLACK_BOT_TOKEN=of no meaning here
three"
`;

it('leaves a file as it is whose values stay', () => {
  expect(mergeSettings(text, readSettings(text))).toBe(text);
});

it('takes an empty value for none, and fills it in where it stands', () => {
  const before = readSettings(text);
  expect(Object.keys(before).sort()).toEqual(['JIRA_FILTER', 'MOTTO', 'PORT']);
  const merged = mergeSettings(text, { ...before, JIRA_API_TOKEN: 'new', DATA_KEY: 'k=' });
  expect(merged).toBe(`${text.replace('JIRA_API_TOKEN=', "JIRA_API_TOKEN='new'")}DATA_KEY='k='\n`);
});

it('drops what is left out, and sets once what is changed', () => {
  const merged = mergeSettings(`PORT=1\n${text}MOTTO=again`, { PORT: '9', SLACK_BOT_TOKEN: 'xoxb-1' });
  expect(merged).toBe(`PORT='9'\n# The bot of the lab\n\nJIRA_API_TOKEN=\nSLACK_BOT_TOKEN='xoxb-1'\n`);
});

it.each(['plain', `it's`, `"quoted"`, `it's "both"`, 'a\\nb', 'a # b', '$HOME'])('reads %s back', (value) => {
  expect(parseEnv(mergeSettings('', { A: value }))).toEqual({ A: value });
});
