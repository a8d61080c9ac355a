const mostFields = 40;

/** What a line says beside its fields; what it states by name on the way becomes a field too. */
export function saidBeside(fields: Map<string, string | number>, rest: string): string {
  const said = fields.get('msg') ?? fields.get('message') ?? fields.get('Message');
  if (typeof said !== 'string') return withoutLabels(withoutList(rest, fields), fields);
  const machine = machineAhead.exec(rest)?.[1];
  if (machine !== undefined && !fields.has('host')) fields.set('host', machine);
  return said;
}

/** "FILE02 RecordId=5 … Message=…": who states the fields. */
const machineAhead = /^([A-Za-z][\w.-]{1,60}) (?=[A-Za-z_][\w.-]{0,48}=)/;

/** ", client: 10.0.0.7, server: shop.example, request: "GET / HTTP/1.1"", as nginx ends its lines. */
const labelled =
  /(?:^|[,;] )([A-Za-z][A-Za-z_]{0,20}(?: [a-z]{2,12})?): ("[^"]{0,400}"|[^",;:]{1,120})(?=[,;] [A-Za-z_ ]{2,30}: |$)/g;

/** Names with a colon, one after the other to the end, are fields: two at least, since a sentence may have one. */
function withoutLabels(message: string, fields: Map<string, string | number>): string {
  if (!/[,;] [A-Za-z_ ]{2,30}: /.test(message)) return message;
  const found = [...message.matchAll(labelled)];
  const own = found.filter(({ index }, at) => {
    const next = found[at + 1]?.index ?? message.length;
    return index + found[at]![0].length === next;
  });
  const last = found.findLastIndex((one) => !own.includes(one));
  const ending = found.slice(last + 1);
  if (ending.length < 2) return message;
  for (const [, name = '', raw = ''] of ending) {
    const value = raw.startsWith('"') ? raw.slice(1, -1) : raw.trim();
    set(fields, name, value);
  }
  return message.slice(0, ending[0]!.index).trim() || message;
}

/** "job done [job: 41; host: web02; took: 3s]", "reply (id: 7, code: 4)": a list of names and values ends the line. */
const list = /\s?(?<open>[[({])(?<listed>[A-Za-z_][\w.-]{0,40}: [^\][(){}]{1,600})[\])}]$/;
const entry = /^([A-Za-z_][\w.-]{0,40}): (\S.*)$/s;

/** In round brackets one may be an aside of the sentence. */
function withoutList(message: string, fields: Map<string, string | number>): string {
  const found = message.includes(': ') ? list.exec(message) : null;
  const { open, listed = '' } = found?.groups ?? {};
  const entries = listed.split(listed.includes('; ') ? '; ' : ', ').map((one) => entry.exec(one));
  const isList = entries.every((one) => one !== null) && (open !== '(' || entries.length > 1);
  if (found === null || !isList || found.index === 0) return message;
  for (const [, name = '', value = ''] of entries) set(fields, name, value.replace(/^"(.*)"$/s, '$1'));
  return message.slice(0, found.index);
}

function set(fields: Map<string, string | number>, name: string, value: string): void {
  if (!fields.has(name) && fields.size < mostFields)
    fields.set(name, /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value);
}
