/** Every short string in a hook's body that could be an id, wherever it stands; at most 100, six levels deep. */
export function findIds(body: unknown): string[] {
  const found = new Set<string>();
  let level: unknown[] = [body];
  for (let depth = 0; depth < 6 && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (found.size >= 100) return [...found];
      if (typeof value === 'string' && /^[\w.:-]{4,100}$/.test(value)) found.add(value);
      else if (typeof value === 'number' && Number.isSafeInteger(value)) found.add(String(value));
      else if (typeof value === 'object' && value !== null) next.push(...Object.values(value).slice(0, 100));
    }
    level = next.slice(0, 2_000);
  }
  return [...found];
}
