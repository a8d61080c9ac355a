import { readAnswer } from '../../analysis/read-answer.ts';
import { planQuestions } from '../ask-known-files.ts';
import { linesAround } from '../check-evidence.ts';
import type { ProofQuote } from '../messages.ts';
import { placeKey } from '../place.ts';
import type { Planned } from '../planned.ts';
import { nameInWords, sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

const around = 20;
/** The deciding line and one more; each is forty lines by now. */
const mostPlaces = 2;

/** Shows the lines around those an answer rests on: from the file itself, or where it cannot be read here, by the service. */
export async function showAround(deps: ActionDeps, acted: Acted): Promise<Planned> {
  const { press, question, row, place } = acted;
  const quotes = apart(readAnswer(question.answer).quotes).slice(0, mostPlaces);
  const [first] = quotes;
  if (!first) return tell(deps, press, sentences.noLines());
  const shown = await readAll(deps, row.sha256 ?? '', quotes);
  if (shown.length === 0) {
    return planQuestions(deps, [row], {
      place,
      askKey: press.key,
      question: `show line ${first.lineStart} of ${first.file} around ${around}`,
      kind: place.kind === 'thread' ? 'follow_up' : 'command',
    });
  }
  const title = `${around} lines around, in ${nameInWords(row.name)}:`;
  const key = `answer:${question.id}:around:${placeKey(place)}`;
  return deps.deliver([{ key, place, message: { kind: 'lines', title, quotes: shown } }]);
}

async function readAll(
  { spool }: Pick<ActionDeps, 'spool'>,
  sha256: string,
  quotes: readonly ProofQuote[],
): Promise<ProofQuote[]> {
  const spooled = await spool.find(sha256);
  if (!spooled) return [];
  const file = {
    sizeBytes: spooled.sizeBytes,
    open: (start: number, end: number) => spool.open(sha256, start, end),
  };
  const found = await Promise.all(quotes.map((quote) => linesAround(quote, file, around).catch(() => undefined)));
  return found.filter((quote) => quote !== undefined);
}

/** Quotes that do not lie within one another's surroundings. */
function apart(quotes: readonly ProofQuote[]): ProofQuote[] {
  const kept: ProofQuote[] = [];
  for (const quote of quotes) {
    const isNear = ({ file, lineStart, lineEnd }: ProofQuote) =>
      file === quote.file && quote.lineStart <= lineEnd + around && quote.lineEnd >= lineStart - around;
    if (!kept.some(isNear)) kept.push(quote);
  }
  return kept;
}
