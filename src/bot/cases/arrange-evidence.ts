import type { AnswerSections } from '../analysis/answer-sections.ts';
import type { Answer, ProofQuote } from './messages.ts';

type ArrangedEvidence = Pick<Answer, 'explanation' | 'proof' | 'also' | 'more' | 'notTheCause' | 'fileFacts'>;

/** A quoted line in the midst of a list is no longer than a reader takes in at a glance; others are told by place. */
const longestLine = 300;
/** The deciding line and four more are read in ten seconds; others are told by place, and are in the whole answer. */
const mostQuotes = 5;

/**
 * Gives each quote one place in the message. Markdown often repeats as lists what comes again as citations: lines of it
 * that are nothing but a quote are taken out, and only what was looked up in the file is put back, where it belongs.
 */
export function arrangeEvidence(input: {
  sections: AnswerSections;
  /** All the service gave, and those of them that may be shown. */
  quotes: readonly ProofQuote[];
  kept: readonly ProofQuote[];
  /** The same bytes may have been uploaded under another name than people here know. */
  rename: { from: string; to: string };
}): ArrangedEvidence {
  const { sections, quotes, kept, rename } = input;
  const known = new Set(quotes.map(keyOf));
  const shownAs = new Map(kept.map((quote) => [keyOf(quote), { ...quote, file: renamed(quote.file, rename) }]));
  const inProof = takeReferences(sections.proof, known).keys;
  const told = takeReferences(sections.explanation, known);
  const others = takeReferences(sections.also, known, (keys) => {
    // One line speaks for those beside it.
    const fresh = keys.filter((key) => !inProof.has(key) && shownAs.has(key));
    const spoken = fresh.find((key) => isShort(shownAs.get(key)!));
    return spoken === undefined ? [] : [{ key: spoken, line: lineOf(shownAs.get(spoken)!) }];
  });
  const refuted = joinReferences(sections.notTheCause, known, (key) => {
    const quote = shownAs.get(key);
    return quote && isShort(quote) ? lineOf(quote) : undefined;
  });
  const { facts, rest } = takeFileFacts(told.text);
  const isSorted = [...inProof].some((key) => shownAs.has(key));
  const all = [...shownAs];
  const proof = all.filter(([key]) => !isSorted || inProof.has(key) || told.keys.has(key));
  const hasPlace = (key: string) =>
    inProof.has(key) || told.keys.has(key) || others.spoken.has(key) || refuted.spoken.has(key);
  const shown = (isSorted ? proof : proof.filter(([key]) => !others.spoken.has(key))).map(([, quote]) => quote);
  const repeats = shown.filter((quote, at) => shown.slice(0, at).some((earlier) => isRepeat(quote, earlier)));
  const once = shown.filter((quote) => !repeats.includes(quote));
  const fresh = once.filter((quote, at) => at === 0 || !once.some((other) => isWithin(quote, other)));
  const more = [
    ...fresh.slice(mostQuotes),
    ...repeats,
    ...all.filter(([key]) => isSorted && !hasPlace(key)).map(([, quote]) => quote),
  ];
  return {
    explanation: rest,
    proof: fresh.slice(0, mostQuotes),
    notTheCause: refuted.sentences,
    ...(others.text === '' ? {} : { also: others.text }),
    ...(more.length > 0 ? { more } : {}),
    ...(facts ? { fileFacts: facts } : {}),
  };

  function isShort({ excerpt }: ProofQuote): boolean {
    return !excerpt.includes('\n') && excerpt.length <= longestLine;
  }
}

/** The same trace once more, with other times and numbers on a few of its lines: its place says enough. */
function isRepeat(quote: ProofQuote, earlier: ProofQuote): boolean {
  const lines = quote.excerpt.split('\n');
  const known = new Set(earlier.excerpt.split('\n'));
  return lines.length > 4 && lines.filter((line) => known.has(line)).length >= lines.length * 0.7;
}

/** Its lines are read in the longer one; the deciding line, the first, stands by itself. */
function isWithin(quote: ProofQuote, other: ProofQuote): boolean {
  const isLonger = other.lineEnd - other.lineStart > quote.lineEnd - quote.lineStart;
  return isLonger && quote.file === other.file && quote.lineStart >= other.lineStart && quote.lineEnd <= other.lineEnd;
}

interface Taken {
  text: string;
  /** Of the quotes referred to. */
  keys: Set<string>;
  /** Of those put back. */
  spoken: Set<string>;
}

const reference =
  /^\s*(?:[-*+]\s+)?`([^`\n]{1,600}:\d{1,12}(?:-\d{1,12})?)`(?:, lines \d{1,12} to \d{1,12})?\s{0,20}:?\s{0,20}(?:(`{1,8})[^\n]*\2)?\s{0,20}$/;

/** Takes out the lines that are a known quote's place, with its excerpt on the line or in a fence below it. */
function takeReferences(
  text: string,
  known: ReadonlySet<string>,
  putBack: (keys: string[]) => { key: string; line: string }[] = () => [],
): Taken {
  const out: string[] = [];
  const taken: Taken = { text: '', keys: new Set(), spoken: new Set() };
  let run: string[] = [];
  const endRun = () => {
    for (const { key, line } of putBack(run)) {
      if (taken.spoken.has(key)) continue;
      taken.spoken.add(key);
      const last = out.findLastIndex((seen) => seen.trim() !== '');
      if (last === -1) out.push(line);
      else out[last] = `${out[last]}\\\n  ${line}`;
    }
    run = [];
  };
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, place, excerpt] = reference.exec(line) ?? [];
    if (place !== undefined && known.has(place)) {
      run.push(place);
      taken.keys.add(place);
      if (!excerpt) at = endOfFence(lines, at);
    } else if (run.length > 0 && line.trim() === '') {
      // Between the quotes of one item.
    } else {
      if (run.length > 0) endRun();
      out.push(line);
    }
  }
  endRun();
  taken.text = out.join('\n').trim();
  return taken;
}

/** A sentence that is nothing but a quote belongs to the one before it, and only where it was looked up. */
function joinReferences(
  sentences: readonly string[],
  known: ReadonlySet<string>,
  show: (key: string) => string | undefined,
): { sentences: string[]; spoken: Set<string> } {
  const out: string[] = [];
  const spoken = new Set<string>();
  for (const sentence of sentences) {
    const place = reference.exec(sentence)?.[1];
    if (place === undefined || !known.has(place)) {
      out.push(sentence);
      continue;
    }
    const shown = show(place);
    if (shown === undefined || out.length === 0) continue;
    spoken.add(place);
    out[out.length - 1] += ` ${shown}`;
  }
  return { sentences: out, spoken };
}

/** The last line of a fence that begins below this line, or this line. */
function endOfFence(lines: readonly string[], at: number): number {
  let next = at + 1;
  while (lines[next]?.trim() === '') next += 1;
  const mark = /^\s*(`{3,}|~{3,})/.exec(lines[next] ?? '')?.[1];
  if (!mark) return at;
  const end = lines.findIndex((line, index) => index > next && line.trim() === mark);
  return end === -1 ? at : end;
}

function keyOf({ file, lineStart, lineEnd }: ProofQuote): string {
  return `${file}:${lineStart}${lineEnd > lineStart ? `-${lineEnd}` : ''}`;
}

function lineOf(quote: ProofQuote): string {
  const longest = (quote.excerpt.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || quote.excerpt.startsWith(' ') || quote.excerpt.trim() === '' ? ' ' : '';
  return `\`${keyOf(quote)}\` ${fence}${pad}${quote.excerpt}${pad}${fence}`;
}

function renamed(file: string, { from, to }: { from: string; to: string }): string {
  if (file === from) return to;
  return file.startsWith(`${from}#`) ? `${to}${file.slice(from.length)}` : file;
}

/** A first paragraph that is a file's name and facts, and no sentence: `x.log`, 2,486 lines, 0 s to 111 s. */
function takeFileFacts(text: string): { facts?: string; rest: string } {
  const [first = '', ...rest] = text.split('\n');
  const told = /^`[^`\n]{1,600}`, ((?:[^`\n]|`[^`\n]{1,100}`){1,300})$/.exec(first.trim())?.[1];
  // What the file says of itself, such as its kernel, stands there as code.
  const facts = told && !/[.:!?]$/.test(told) ? told.replaceAll('`', '') : undefined;
  const isParagraph = rest.length === 0 || rest[0]!.trim() === '';
  return facts && isParagraph ? { facts, rest: rest.join('\n').trim() } : { rest: text };
}
