import { RemoteError } from '#core/errors.ts';
import type { JiraPort } from './ports.ts';

/** Words that look like ticket keys, in order, without repeats; whether there is such a project is asked later. */
export function findIssueKeys(text: string): string[] {
  const keys = text.matchAll(/(?<![\w-])([A-Z][A-Z0-9_]{1,30}-[1-9]\d{0,9})(?![\w-])/g);
  return [...new Set(Array.from(keys, ([, key]) => key!))].slice(0, 5);
}

/** Keys named in a text, or linked to by addresses of the tracker. */
export function findTicketKeys(
  message: { text: string; urls: readonly string[] },
  readLink: (url: string) => string | null,
): string[] {
  const linked = message.urls.slice(0, 50).flatMap((url) => readLink(url)?.toUpperCase() ?? []);
  return [...new Set([...linked, ...findIssueKeys(message.text)])].slice(0, 5);
}

export function projectOf(issueKey: string): string {
  return issueKey.slice(0, issueKey.lastIndexOf('-')).toUpperCase();
}

/** Keys of projects that the tracker has, of those that merely look like one (`UTF-8`); null: it does not tell. */
export async function keysOfProjects(jira: Pick<JiraPort, 'projects'>, keys: readonly string[]) {
  if (keys.length === 0) return [];
  try {
    const projects = await jira.projects();
    return keys.filter((key) => projects.has(projectOf(key)));
  } catch (error) {
    if (error instanceof RemoteError) return null;
    throw error;
  }
}

const leadsToTicket = new Set('for re see on in of from about regarding ticket issue'.split(' '));

/**
 * A question without the tickets it names: they tell where it belongs, and would be looked for in the file. `readLink`
 * knows their addresses.
 */
export function withoutTickets(
  text: string,
  issueKeys: readonly string[],
  readLink: (url: string) => string | null = () => null,
): string {
  const keys = new Set(issueKeys);
  const names = (word: string) => keys.has(trimmed(word)) || keys.has(readLink(word)?.toUpperCase() ?? '');
  return text
    .split('\n')
    .map((line) => (issueKeys.some((key) => line.includes(key)) ? withoutWords(line, names) : line))
    .join('\n')
    .trim();
}

function withoutWords(line: string, isDropped: (word: string) => boolean): string {
  const kept: string[] = [];
  let follows = false;
  for (const word of line.split(' ')) {
    if (isDropped(word)) {
      while (leadsToTicket.has(trimmed(kept.at(-1) ?? '').toLowerCase())) kept.pop();
      if (word.endsWith('?') && kept.length > 0) kept.push(`${kept.pop()}?`);
      follows = true;
      continue;
    }
    const isMark: boolean = follows && trimmed(word) === '';
    follows = isMark;
    if (!isMark) kept.push(word);
  }
  return kept.join(' ');
}

/** A word without the signs around it. */
function trimmed(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]{1,9}/u, '').replace(/[^\p{L}\p{N}]{1,9}$/u, '');
}
