import { inItsTime } from './in-its-time.ts';
import { isUnderstood, type Understanding } from './parsed.ts';
import type { SideReader } from './side-of.ts';

const figures = /^(?:count|sum|mean|median|percentile|max|min|range|share|distinct)$/;
/** "How slow was it", without its first word. */
const howMuch =
  /^(?<way>slow|fast|long|quick|hot|warm|cold|deep|high|low)\b(?: (?:was|were|is|are|did))? ?(?<what>.*?)(?: (?:take|get|last))?$/i;

/** The figure that the words name: as they stand, on average, or how many. */
export async function figureNamed(
  rest: string,
  { schema, quotes, findMoment }: SideReader,
): Promise<Understanding | undefined> {
  const isStated = /^(?:average|avg|mean|median|max|min|p\d|highest|lowest|total|sum|share|how|number|count)/i.test(
    rest,
  );
  const { way, what } = howMuch.exec(rest)?.groups ?? {};
  const asked =
    way === undefined ? [rest, `average ${rest}`, `how many ${rest}`] : [`did ${what || 'it'} get ${way}er`];
  for (const text of asked) {
    const read = await inItsTime(text, { times: [], quotes }, schema, findMoment);
    if (read === undefined || !isUnderstood(read) || read.query.window !== undefined) continue;
    const { take, of, by, where } = read.query;
    // That the average is meant, or how many, is a guess.
    const isGuess = read.isInferred || (text !== rest && !isStated);
    if (take === 'trend' && of !== undefined) return { ...read, query: { take: 'mean', of, where } };
    // All lines are no figure of what is not understood.
    const isOfAll =
      take === 'count' && of === undefined && where.length === 0 && !/\b(?:lines?|entr|messages?)/i.test(rest);
    if (figures.test(take) && by === undefined && !isOfAll) return { ...read, isInferred: isGuess };
  }
  return undefined;
}
