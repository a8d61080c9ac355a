import { type Inline, type Prose, wholeCut } from './prose.ts';

export interface Fitted {
  shown: Prose[];
  rest: Prose[];
}

/**
 * As much prose, in order, as fits into `budget` by `measure`; the rest in order. Nothing inside is cut: what does not
 * fit whole goes to the rest, with everything after it. A label never stays behind alone.
 */
export function fitProse(prose: readonly Prose[], budget: number, measure: (block: Prose) => number): Fitted {
  let used = 0;
  let index = 0;
  for (; index < prose.length; index += 1) {
    const size = measure(prose[index]!);
    if (used + size > budget) break;
    used += size;
  }
  while (index > 0 && index < prose.length && prose[index - 1]!.kind === 'label') index -= 1;
  return { shown: prose.slice(0, index), rest: prose.slice(index) };
}

/**
 * Splits prose into messages of at most `budget` by `measure` each, at the ends of paragraphs. A block that is larger
 * than a message is divided: code and quotes at line ends, closed and opened again, words at spaces.
 */
export function splitProse(prose: readonly Prose[], budget: number, measure: (block: Prose) => number): Prose[][] {
  let left = prose.flatMap((block) => divide(block, budget, measure));
  const parts: Prose[][] = [];
  while (left.length > 0) {
    const { shown, rest } = fitProse(left, budget, measure);
    // A label alone before something large, or a block no division makes small enough, still has to go somewhere.
    const part = shown.length > 0 ? shown : left.slice(0, 1);
    parts.push(part);
    left = shown.length > 0 ? rest : left.slice(1);
  }
  return parts;
}

function divide(block: Prose, budget: number, measure: (block: Prose) => number): Prose[] {
  const size = measure(block);
  if (size <= budget) return [block];
  switch (block.kind) {
    case 'code':
      return pieces(block.text, size, budget).map((text) => ({ kind: 'code', text }));
    case 'quote':
      return pieces(block.excerpt, size, budget).map((excerpt, index) => ({
        kind: 'quote',
        location: index === 0 ? block.location : `${block.location} (continued)`,
        excerpt,
      }));
    case 'paragraph':
      return block.inlines.flatMap((inline): Prose[] =>
        pieces(inline.text, size, budget).map((text) => ({ kind: 'paragraph', inlines: [{ ...inline, text }] })),
      );
    case 'list':
      return block.items.flatMap((item) => divideItem(item, block.isOrdered, budget, measure));
    default:
      return [block];
  }
}

function divideItem(item: Inline[], isOrdered: boolean, budget: number, measure: (block: Prose) => number): Prose[] {
  const single: Prose = { kind: 'list', isOrdered, items: [item] };
  return measure(single) <= budget ? [single] : divide({ kind: 'paragraph', inlines: item }, budget, measure);
}

/** Pieces of a text, each so long that a block measured as `size` for the whole stays under the budget with it. */
function pieces(text: string, size: number, budget: number): string[] {
  const most = Math.max(200, Math.floor((text.length * budget * 0.8) / size));
  const result: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const window = rest.slice(0, most);
    const lineEnd = window.lastIndexOf('\n');
    const space = window.lastIndexOf(' ');
    const at = lineEnd > most / 2 ? lineEnd : space > most / 2 ? space : wholeCut(rest, most);
    result.push(rest.slice(0, at));
    rest = rest.slice(at).replace(/^[\n ]/, '');
  }
  return rest === '' ? result : [...result, rest];
}
