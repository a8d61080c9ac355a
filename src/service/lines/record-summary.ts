type Value = string | number;

const outcome =
  /(?:^|[._-])(?:err(?:or)?|fail(?:ure)?|exception|fault|reason|denied|outcome|result|status|state)|(?:error|failure|status|result|response) ?_?(?:code|message|reason|text)?$/i;
const action =
  /(?:^|[._-])(?:action|activity|operation|op|event|verb|method|command|task|change)(?:[._-]?(?:name|type))?$/i;
const date = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^1\d{9}(?:\d{3})?(?:\.\d+)?$/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Drawn by lot or counted: letters and numbers in one long word. */
const opaque = /^(?=[^\s]*\d)(?=[^\s]*[a-z])[a-z\d+/=_-]{16,}$/i;
const release = /^v?\d+(?:\.\d+){1,2}$/;

/** As long as a title may be. */
const mostChars = 180;

/** What a record of fields tells: what was done, with what outcome, then the rest; no dates, ids and versions. */
export function recordSummary(fields: Iterable<readonly [string, Value]>): string {
  const rank = (name: string, value: Value) =>
    action.test(name) && typeof value === 'string' ? 0 : outcome.test(name) ? 1 : 2;
  const told = [...fields]
    .filter(([, value]) => !isFormal(String(value)))
    .map(([name, value], at) => ({ name: name.slice(name.lastIndexOf('.') + 1), value, at, rank: rank(name, value) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at);
  let text = '';
  for (const { name, value } of told) {
    const next = `${text}${text === '' ? '' : ' '}${name}=${value}`;
    if (text !== '' && next.length > mostChars) break;
    text = next;
  }
  return text.slice(0, 400);
}

/** A date, an id, a version: it tells records apart and nothing of what happened. */
export function isFormal(value: string): boolean {
  return value === '' || date.test(value) || uuid.test(value) || opaque.test(value) || release.test(value);
}
