const mostFields = 40;

/** What a line says beside its fields; what it states by name on the way becomes a field too. */
export function saidBeside(fields: Map<string, string | number>, rest: string): string {
  const said = fields.get('msg') ?? fields.get('message') ?? fields.get('Message');
  if (typeof said !== 'string') return withoutLabels(rest, fields);
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
    if (!fields.has(name) && fields.size < mostFields)
      fields.set(name, /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value);
  }
  return message.slice(0, ending[0]!.index).trim() || message;
}
