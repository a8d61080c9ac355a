const irregular: Record<string, string> = {
  began: 'begin',
  begun: 'begin',
  lost: 'lose',
  sent: 'send',
  ran: 'run',
  running: 'run',
  wrote: 'write',
  written: 'write',
  read: 'read',
  broke: 'break',
  broken: 'break',
  froze: 'freez',
  frozen: 'freez',
  hung: 'hang',
  died: 'die',
  dead: 'die',
  dying: 'die',
  shut: 'shut',
  left: 'leav',
  took: 'take',
  taken: 'take',
  went: 'go',
  gone: 'go',
  gave: 'give',
  fell: 'fall',
  rose: 'rise',
  risen: 'rise',
  found: 'find',
  held: 'hold',
  paid: 'pay',
  stuck: 'stick',
  stopped: 'stop',
  dropped: 'drop',
  people: 'person',
  ips: 'ip',
  ids: 'id',
  vms: 'vm',
};

/** What forms of one word share: failed, failures and failing are `fail`; connection and connected are `connect`. */
export function stem(word: string): string {
  let text = word.toLowerCase();
  const known = irregular[text];
  if (known !== undefined) return known;
  if (text.length <= 3 || /\d/.test(text)) return text;
  text = text.replace(/(?:'s|s')$/, '');
  if (/ies$|ied$/.test(text)) return `${text.slice(0, -3)}i`;
  text = text.replace(/(?<=(?:[sxz]|[cs]h))es$/, '').replace(/(?<=[^su])s$/, '');
  const cut = text.replace(/(?:ations?|ating|ated|ates?|ings?|edly|ed|ures?|ions?|ments?|ers?)$/, '');
  if (cut.length >= 3 && /[aeiouy]/.test(cut)) text = cut;
  text = text.replace(/([bdgmnprt])\1$/, '$1').replace(/y$/, 'i');
  return text.length > 4 ? text.replace(/e$/, '') : text;
}

export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}][\p{L}\d']*|\d+/gu) ?? [];

export function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(text).map(stem));
}
