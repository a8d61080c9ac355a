/** What an installed tshark said of a capture, for people alone: no rule looks at it, and nothing in it was checked. */
export interface TsharkSection {
  /** As it names itself, "4.0.17"; null where it did not say. */
  version: string | null;
  /** One sentence where it could not finish, or not begin. */
  note?: string;
  /** Its own words: one line an entry, without control characters, bounded in number and length. */
  parts: { title: string; lines: string[] }[];
}

export function tsharkHeading({ version }: TsharkSection): string {
  return `From tshark${version === null ? '' : ` ${version}`} (not checked by logtriage)`;
}
