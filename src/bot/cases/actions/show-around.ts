import { readAnswer } from '../../analysis/read-answer.ts';
import { planQuestions } from '../ask-known-files.ts';
import { linesAround } from '../check-evidence.ts';
import type { ProofQuote } from '../messages.ts';
import { placeKey } from '../place.ts';
import type { Planned } from '../planned.ts';
import { askerKey } from '../privacy.ts';
import { nameInWords, sentences } from '../sentences.ts';
import { type Acted, type ActionDeps, tell } from './acted.ts';

/** On each side; a written query counts those of both. */
const around = 20;
/** The deciding line and one more; each is forty lines by now. */
const mostPlaces = 2;

/** Shows the lines around those an answer rests on: from the file itself, or where it cannot be read here, by the service. */
export async function showAround(deps: ActionDeps, acted: Acted): Promise<Planned> {
  const { press, question, row, place, asker } = acted;
  const quotes = apart(readAnswer(question.answer).quotes).slice(0, mostPlaces);
  const [first] = quotes;
  if (!first) return tell(deps, press, sentences.noLines());
  const [key, askKey] = [`answer:${question.id}:around:${placeKey(place)}`, `around:${question.id}:${placeKey(place)}`];
  if (await isThere(deps, acted, { key, askKey })) return tell(deps, press, sentences.askedAlready());
  const shown = await readAll(deps, row.sha256 ?? '', quotes);
  if (shown.length === 0) {
    return planQuestions(deps, [row], {
      place,
      asker: askerKey(asker),
      askKey,
      question: `show line ${first.lineStart} of ${first.file} around ${around * 2}`,
      kind: place.kind === 'thread' ? 'follow_up' : 'command',
    });
  }
  const title = `${around} lines around, in ${nameInWords(row.name)}:`;
  return deps.deliver([{ key, place, message: { kind: 'lines', title, quotes: shown } }]);
}

/** Shown there before, or asked of the service for that place. */
async function isThere(
  deps: ActionDeps,
  { question, row }: Acted,
  { key, askKey }: { key: string; askKey: string },
): Promise<boolean> {
  const [posted, asked] = await Promise.all([deps.answersInChat(question.id), deps.store.questionsOfCases([row.id])]);
  return posted.some((one) => one.key === key) || asked.some((one) => one.askKey === `${askKey}:${row.id}`);
}

/** Settings hold secrets that only their surroundings tell: the service knows which lines must not be quoted. */
const withSettings = ['config', 'bundle'];

async function readAll(
  { spool, store }: Pick<ActionDeps, 'spool' | 'store'>,
  sha256: string,
  quotes: readonly ProofQuote[],
): Promise<ProofQuote[]> {
  const [spooled, known] = await Promise.all([spool.find(sha256), store.findFile(sha256)]);
  if (!spooled || withSettings.includes(known?.fileType ?? '')) return [];
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
