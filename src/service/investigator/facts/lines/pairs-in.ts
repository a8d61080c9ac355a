const pair =
  /(?:^|[\s,;|[({])([A-Za-z_][\w.-]{0,48})=(?!>)("(?:[^"\\]|\\.){0,400}"|(?:[^\s,;)\]}[|]|\[[^\s\]]{0,80}\]|\[|\|(?![A-Za-z_][\w.-]{0,48}=)){1,200})/g;

/** As a line states it. */
export function numberOrText(raw: string): string | number {
  const asNumber = /^-?\d+(?:\.\d+)?$/.test(raw) ? Number(raw) : Number.NaN;
  return Number.isFinite(asNumber) ? asNumber : raw;
}

/** "sudo: ada : TTY=pts/3 ; PWD=/home/ada ; USER=root ; COMMAND=...": who asked stands before what it was done as. */
const sudoLine = /\bsudo(?:\[\d{1,9}\])?: {1,20}([\w.@$-]{1,64}) : (?=.{0,300}\bTTY=)/;

/** "Processing by OrdersController#index as HTML", as Rails tells what answers a request. */
const railsAction = /\bProcessing by ([A-Z][\w:]{1,100}#\w{1,60}) as /;

export function pairsIn(line: string): Map<string, string | number> {
  const fields = new Map<string, string | number>();
  const set = (name: string, raw: string) => fields.set(name, numberOrText(outOfBrackets(raw)));
  if (line.includes('=')) {
    for (const match of line.matchAll(pair)) {
      if (fields.size >= mostPairs) break;
      fields.set(match[1]!, pairValue(match));
    }
  }
  if (line.includes(' = ')) {
    const told = [...line.matchAll(spacedPair)].slice(0, mostPairs);
    if (told.length > 1) for (const [, name = '', raw = ''] of told) if (!fields.has(name)) set(name, raw);
  }
  if (line.includes('], ')) {
    const told = [...line.matchAll(bracketPair)].slice(0, mostPairs);
    if (told.length > 1)
      for (const [, name = '', raw = ''] of told)
        if (!fields.has(name)) set(name, raw.replace(/^(\d{1,15}) [a-z]+$/, '$1'));
  }
  const action = line.includes('Processing by ') ? railsAction.exec(line)?.[1] : undefined;
  if (action !== undefined) set('action', action);
  const asUser = fields.get('USER');
  const sudoer = asUser === undefined ? undefined : sudoLine.exec(line)?.[1];
  if (sudoer !== undefined) {
    fields.delete('USER');
    set('user', sudoer);
    fields.set('as user', asUser ?? '');
  }
  const carried = line.indexOf('{"');
  if (carried === -1) return fields;
  for (const match of line.slice(carried).matchAll(jsonPair)) {
    if (fields.size >= mostPairs) break;
    if (!fields.has(match[1]!)) set(match[1]!, match[2] ?? match[3]!);
  }
  return fields;
}

/** "to=<ada@shop.example>": an address in the brackets of mail. */
const outOfBrackets = (raw: string): string =>
  raw.startsWith('<') ? raw.replace(/^<([^<>\s]+@[^<>\s]+)>$/, '$1') : raw;

function pairValue({ 0: whole, 1: name = '', 2: value = '', index, input }: RegExpExecArray): string | number {
  if (value.startsWith('"')) return numberOrText(outOfBrackets(value.slice(1, -1)));
  const rest = input.slice(index + whole.length, index + whole.length + 100);
  const behind = reasonField.test(name)
    ? wordsBehind(rest)
    : /^[A-Z][a-z]+$/.test(value)
      ? (/^(?: [A-Z][a-z]+){1,3}(?= [A-Za-z_][\w.-]{0,40}=)/.exec(rest)?.[0] ?? '')
      : '';
  // "device=thermo-22: refused", "msg='… res=failed'": the sign belongs to what stands around it.
  const own = /[:']$/.test(value) ? value.replace(/(?<=[^:\n]):+$|(?<=^[^']{1,200})'$/, '') : value;
  return numberOrText(outOfBrackets(`${own}${behind}`));
}

const mostPairs = 40;

/** "reason=suspected fraud": without quotes what is said goes on to the end of the line. */
const reasonField = /^(?:reason|cause|why)$/i;
const wordsBehind = (rest: string): string => /^(?: [a-z][\w'-]*){1,8}$/i.exec(rest)?.[0] ?? '';

/** "user = ada is denied operation = READ": two at least, since one may be a sum. */
const spacedPair = /(?<=^|[\s,;([])([A-Za-z_][\w.-]{1,48}) = ([^\s,;)\]=]{1,200})(?=$|[\s,;)\]])/g;
/** `took[1.2s], took_millis[1158], total_hits[2290 hits]`, as Elasticsearch writes its slow log. */
const bracketPair = /(?<=[ ,\]])([a-z][a-z_]{2,40})\[([^\][]{1,200})\](?=,|$)/g;
/** What an object in JSON says inside a line of text: `payload '{"contact":false}'`. */
const jsonPair =
  /"([A-Za-z_][\w.-]{0,48})" ?: ?(?:"((?:[^"\\]|\\.){0,300})"|(-?\d{1,20}(?:\.\d{1,20})?|true|false)(?=[,}\] ]))/g;
