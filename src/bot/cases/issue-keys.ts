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
