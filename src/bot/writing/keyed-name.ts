/** A file's name that carries a delivery's key or stamp, since files carry nothing else: `answer-<key>.md`. */
export function keyedName(name: string, key: string): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}-${key}${name.slice(dot)}`;
}
