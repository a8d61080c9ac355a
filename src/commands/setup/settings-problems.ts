import { UsageError } from '#core/errors.ts';
import { readConfig } from '../../config.ts';
import type { Settings } from './settings-file.ts';

/** What is wrong with all of them together, which the checks of one vendor do not see. */
export function problemOf(settings: Settings): string | undefined {
  try {
    readConfig(settings);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

/** What no answer mends, as no question is about it. */
export function problemOfOthers(settings: Settings, shell: Settings): string | undefined {
  const isAsked = (name: string) => /^(?:SLACK_|JIRA_|PUBLIC_URL$|SANDBOX$)/.test(name);
  return problemOf(
    Object.fromEntries(Object.entries({ ...settings, ...shell }).filter(([variable]) => !isAsked(variable))),
  );
}

/** What the shell sets otherwise than the file of which it was started: that counts before the file. */
export function shellSettings(inFile: Settings, shell: NodeJS.ProcessEnv): Settings {
  const own: Settings = {};
  for (const [name, value] of Object.entries(shell)) if (value?.trim() && value !== inFile[name]) own[name] = value;
  return own;
}

export function shadowWords(settings: Settings, shell: Settings): string[] {
  const names = Object.keys(settings).filter((name) => name in shell && shell[name] !== settings[name]);
  if (names.length === 0) return [];
  return ['', `This shell sets ${names.join(', ')} otherwise, which counts before the file. Unset it there.`];
}
