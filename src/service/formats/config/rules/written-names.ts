/** One name, or the names of a list in brackets, in quotes, or one after the other. */
export function writtenNames(written: string): string[] {
  const quoted = [...written.matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
  const names = quoted.length > 0 ? quoted : written.replace(/[[\]()]/g, ' ').split(/\s+/);
  return names.map((name) => name.replace(/^!/, '')).filter((name) => name !== '');
}
