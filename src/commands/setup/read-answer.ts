/** What people copy along: the name of the variable, quotes, characters that nobody sees. */
export function readAnswer(typed: string): string {
  const plain = typed.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const value = plain.replace(/^(?:export )?(?:SLACK_|JIRA_|PUBLIC_)[A-Z_]+=/, '');
  const [, , quoted] = /^(["'`])(.*)\1$/.exec(value) ?? [];
  return (quoted ?? value).trim();
}

/** The choice that is meant by its beginning, however it is written: `Data Center`, `sev`. */
export function readChoice<Choice extends string>(choices: readonly Choice[], answer: string): Choice | undefined {
  const word = answer.toLowerCase().replace(/[^a-z]/g, '');
  const [meant, ...others] = choices.filter((choice) => word !== '' && choice.startsWith(word));
  return others.length === 0 ? meant : undefined;
}

/** Without the slash at its end, and what is none of an address; undefined where it is no address of the web. */
export function readAddress(answer: string): string | undefined {
  const isBare = /^[\w-]+(?:\.[\w-]+|:\d)/.test(answer);
  const url = URL.parse(isBare ? `https://${answer}` : answer);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/{1,20}$/, '');
}

/** The same for a Jira, of which people copy the address of the page they are on. */
export function readSite(answer: string): string | undefined {
  const address = readAddress(answer);
  const host = URL.parse(address ?? '')?.hostname;
  // No site in the cloud has a context path, and each is called by https alone.
  if (host?.endsWith('.atlassian.net')) return `https://${host}`;
  return address?.replace(/\/(?:(?:browse|projects|issues|servicedesk)\/|(?:rest|secure|login\.jsp)(?:\/|$)).*$/, '');
}

export function problemOfKey(answer: string): string | undefined {
  return /[^\x21-\x7e]/.test(answer) ? 'It holds a space or a letter that no key has: copy it again.' : undefined;
}
