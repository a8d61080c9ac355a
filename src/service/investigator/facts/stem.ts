import { listedBy } from './listed.ts';

/** What the rules do not find: stems, and the words that have them. What runs or works is no run and no work. */
const irregular = new Map(
  listedBy(
    'begin: began begun, lose: lost loses loss losses, send: sent, run: ran, write: wrote written',
    'break: broke broken, freez: froze frozen, hang: hung, die: died dead dying death deaths, leav: left',
    'take: took taken, go: went gone, win: won, give: gave, fall: fell, rise: rose risen rises, find: found',
    'hold: held, pay: paid, stick: stuck, build: built, sell: sold, buy: bought, catch: caught, keep: kept',
    'use: used uses using, tell: told, rent: rental rentals, renew: renewal renewals',
    'withdraw: withdrawal withdrawals withdrawn withdrew, deni: denial denials, refer: referral referrals',
    'draw: drawn drew, drive: driven drove, show: shown, grow: grown grew, fly: flown flew, throw: thrown threw',
    'steal: stolen stole, hide: hidden, choose: chosen chose, lend: lent, ent: entry entries, expir: expiry',
    'statement: statement statements, department: department departments, person: people, runner: runner runners',
    'worker: worker workers, ip: ips, id: ids, vm: vms',
  ).flatMap(([stem, forms]) => forms.map((form) => [form, stem] as const)),
);

/** What forms of one word share: failed, failures and failing are `fail`; connection and connected are `connect`. */
export function stem(word: string): string {
  let text = word.toLowerCase();
  const known = irregular.get(text);
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
const longForms = new Map(
  listedBy(
    'src: source, dst: destination, dest: destination, dpt: destination port, spt: source port',
    'dport: destination port, sport: source port, len: length, proto: protocol, req: request, resp: response',
    'addr: address, usr: user, cnt: count, qty: quantity, amt: amount, lat: latency, cfg: config, dev: device',
    'conn: connection, pct: percent, avg: average, temp: temperature, volt: voltage, freq: frequency',
    'dur: duration, dir: direction, env: environment, ver: version, rev: revision, fw: firmware, hw: hardware',
    'sw: software, svc: service, tx: transaction, txn: transaction, ns: namespace, rcvd: received, recv: received',
    'pkt: packet, pkts: packets, alt: altitude, spd: speed, bat: battery, batt: battery, hum: humidity, rh: humidity',
    'press: pressure, baro: pressure, curr: current, elev: elevation, dist: distance',
  ),
);

/** `rcvdbyte`, `dstport`: two words that a name writes as one. */
const twoWords =
  /^(?:(?<what>src|dst|dest|sent|rcvd|recv|snd|client|server|remote|local)(?<of>ips?|ports?|mac|addr|user|host|name|time)|(?<which>[a-z]+?)(?<measure>(?<!dis|re)charge|pct|bytes?|pkts?))$/;

/** The words of a name, with what its abbreviations stand for. */
export function longFormsOf(word: string): string[] {
  const { what, of, which, measure } = twoWords.exec(word)?.groups ?? {};
  const parts = [what, of, which, measure].filter((one) => one !== undefined);
  return [word, ...[word, ...parts].flatMap((one) => longForms.get(one) ?? []), ...parts];
}

export function stemsOf(text: string): Set<string> {
  return new Set(wordsOf(text).map(stem));
}
