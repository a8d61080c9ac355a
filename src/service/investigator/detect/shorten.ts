/** Text of the file for a headline: columns closed up, cut between words where it is too long. */
export function shorten(raw: string, most: number): string {
  const text = raw.replace(/\s{2,}/g, ' ');
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 2);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf(','), cut.lastIndexOf('('));
  return `${(end > most * 0.6 ? cut.slice(0, end) : cut).replace(/[\s,;:([]+$/, '')} …`;
}
