const mostFields = 40;

/** Scalars of a record by name, nested ones as `a.b`; at most 40. */
export function flatFields(record: Readonly<Record<string, unknown>>): Map<string, string | number> {
  const fields = new Map<string, string | number>();
  flatten(record, '', 0, fields);
  return fields;
}

function flatten(
  value: Record<string, unknown>,
  prefix: string,
  depth: number,
  into: Map<string, string | number>,
): void {
  for (const [name, field] of Object.entries(value)) {
    if (into.size >= mostFields) return;
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof field === 'number' && Number.isFinite(field)) into.set(path, field);
    else if (typeof field === 'string') into.set(path, field.slice(0, 2000));
    else if (typeof field === 'boolean') into.set(path, String(field));
    else if (typeof field === 'object' && field !== null && !Array.isArray(field) && depth < 3) {
      flatten(field as Record<string, unknown>, path, depth + 1, into);
    }
  }
}
