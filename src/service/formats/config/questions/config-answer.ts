/** A sentence out of our words and texts of the file, which whoever prints it marks as such. */
export type Words = (string | { fromFile: string })[];

/** What a configuration says to a question. Lines are 1-based. */
export interface ConfigAnswer {
  sentence: Words;
  /** Each with the lines it stands on; a line with a secret is never among them. */
  proof: { text: Words; lines: number[] }[];
  /** The file has nothing about it: it cannot be settled from it. */
  isOpen?: boolean;
}

export function fromFile(text: string): { fromFile: string } {
  return { fromFile: text };
}

/** `a`, `b` and 3 more. */
export function listed(names: readonly string[], most = 12): Words {
  const shown = names.slice(0, most).flatMap((name, index): Words => [...(index > 0 ? [', '] : []), fromFile(name)]);
  return names.length > most ? [...shown, ` and ${names.length - most} more`] : shown;
}
