const irregular: Record<string, string> = {
  began: 'begin',
  begun: 'begin',
  lost: 'lose',
  loses: 'lose',
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
  won: 'win',
  gone: 'go',
  gave: 'give',
  fell: 'fall',
  rose: 'rise',
  risen: 'rise',
  rises: 'rise',
  rising: 'rise',
  found: 'find',
  held: 'hold',
  paid: 'pay',
  stuck: 'stick',
  built: 'build',
  sold: 'sell',
  bought: 'buy',
  caught: 'catch',
  kept: 'keep',
  used: 'use',
  uses: 'use',
  using: 'use',
  told: 'tell',
  stopped: 'stop',
  rental: 'rent',
  rentals: 'rent',
  renewal: 'renew',
  renewals: 'renew',
  withdrawal: 'withdraw',
  withdrawals: 'withdraw',
  withdrawn: 'withdraw',
  withdrew: 'withdraw',
  denial: 'deni',
  denials: 'deni',
  referral: 'refer',
  referrals: 'refer',
  drawn: 'draw',
  drew: 'draw',
  driven: 'drive',
  drove: 'drive',
  shown: 'show',
  grown: 'grow',
  grew: 'grow',
  flown: 'fly',
  flew: 'fly',
  thrown: 'throw',
  threw: 'throw',
  stolen: 'steal',
  stole: 'steal',
  hidden: 'hide',
  chosen: 'choose',
  chose: 'choose',
  lent: 'lend',
  entry: 'ent',
  entries: 'ent',
  loss: 'lose',
  losses: 'lose',
  death: 'die',
  deaths: 'die',
  expiry: 'expir',
  dropped: 'drop',
  statement: 'statement',
  statements: 'statement',
  department: 'department',
  departments: 'department',
  people: 'person',
  // What runs or works is no run and no work.
  runner: 'runner',
  runners: 'runner',
  worker: 'worker',
  workers: 'worker',
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
  text = text.replace(/(?:'s|s')$/, '').replace(/(?<=.{4})is(?=(?:e[ds]?|ing|ations?)$)/, 'iz');
  if (/ies$|ied$/.test(text)) return `${text.slice(0, -3)}i`.replace(ofVerb, '');
  text = /(?:[sx]|zz|[cs]h)es$/.test(text) ? text.slice(0, -2) : text.replace(/(?<=[^su])s$/, '');
  const cut = text.replace(
    /(?<=.{5})(?<!bal)ances?$|(?<=[vs])als?$|(?:ations?|ating|ated|ates?|ings?|edly|ed|ures?|ions?|ments?|ers?)$/,
    '',
  );
  // "Answered" is of "answer", whose ending is cut as well.
  const isOfVerb = /(?:ed|ing)$/.test(text);
  const short = isOfVerb ? cut.replace(/err?$/, '') : cut;
  const isShort = short.length >= 3 && /[aeiouy]/.test(short);
  if (isShort || (cut.length >= 3 && /[aeiouy]/.test(cut))) text = isShort ? short : cut;
  // "Saving" is of "save": without an e its consonant would be doubled.
  if (isOfVerb && /^[^aeiou][aeiou][^aeiouwxy]$/.test(text)) text = `${text}e`;
  text = text
    .replace(/(?<=.{4}l)l$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/(?<=..)y$/, (y, at: number) => (at > 2 ? 'i' : y));
  return text.length > 4 ? text.replace(ofVerb, '').replace(/e$/, '') : text;
}

/** "Recovery" is of "recover", whose ending is cut as well. */
const ofVerb = /(?<=.{2}v)eri$/;

const written = String.raw`\p{L}[\p{L}\d]*(?:'[\p{L}\d]+)*`;
/** Words as they are written; a quote around one is no part of it. */
export const writtenWords = new RegExp(written, 'gu');
const wordsAndNumbers = new RegExp(String.raw`${written}|\d+`, 'gu');

export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, low = '', high = '', last = '') => `${low}${last} ${high}`)
    .toLowerCase()
    .match(wordsAndNumbers) ?? [];

/** Names of fields are cut short in the same ways everywhere. */
const longForms: Record<string, string> = {
  src: 'source',
  dst: 'destination',
  dest: 'destination',
  dpt: 'destination port',
  spt: 'source port',
  dport: 'destination port',
  sport: 'source port',
  len: 'length',
  proto: 'protocol',
  req: 'request',
  resp: 'response',
  addr: 'address',
  usr: 'user',
  cnt: 'count',
  qty: 'quantity',
  amt: 'amount',
  lat: 'latency',
  cfg: 'config',
  dev: 'device',
  conn: 'connection',
  pct: 'percent',
  avg: 'average',
  temp: 'temperature',
  volt: 'voltage',
  freq: 'frequency',
  dur: 'duration',
  dir: 'direction',
  env: 'environment',
  ver: 'version',
  rev: 'revision',
  fw: 'firmware',
  hw: 'hardware',
  sw: 'software',
  svc: 'service',
  tx: 'transaction',
  txn: 'transaction',
  ns: 'namespace',
};

/** The words of a name, with what its abbreviations stand for. */
export function longFormsOf(word: string): string[] {
  const long = Object.hasOwn(longForms, word) ? longForms[word] : undefined;
  return long === undefined ? [word] : [word, ...long.split(' ')];
}

export function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(text).map(stem));
}
