/** Text of the file for a headline: cut between words where it is too long. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 2);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf(','), cut.lastIndexOf('('));
  return `${(end > most * 0.6 ? cut.slice(0, end) : cut).replace(/[\s,;:([]+$/, '')} …`;
}
