import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A text of any length: `head`, then `pump` again and again, then `tail`. */
export interface HostileInput {
  head: string;
  pump: string;
  tail: string;
}

export function textOf({ head, pump, tail }: HostileInput, length: number): string {
  return head + pump.repeat(Math.ceil(length / pump.length)) + tail;
}

/** Repeats at most this often cost a line of 64 KiB too little to matter. */
const harmlessRepeats = 100;

const characters = [...' a0\n"-.A/:_\t\'=,([<xesé1{'];
const repeated = ['\n', ' ', 'a', '0', '"', "'", '\\', ' a', 'a.', '\r\n'];
/** What ends a repeat before its pattern is content: nothing, a character few classes hold, a word, a mark. */
const tails = ['', '\u0001\n!', 'a ', '#'];

/**
 * Texts made for one pattern: what leads to each of its repeats and then much of what the repeat takes, alone, behind a
 * beginning that fits, and that beginning itself again and again.
 */
export function hostileInputs(source: string, flags: string): HostileInput[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const takes = matcher(flags);
  const found = new Map<string, HostileInput>();
  const add = (head: string, pump: string) => {
    if (pump === '') return;
    for (const tail of tails) found.set(JSON.stringify([head, pump, tail]), { head, pump, tail });
  };
  const meetsLineEnds = flags.includes('m') || /\\[nsSW]|\[\^/.test(source);
  let isHarmless = true;
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max <= harmlessRepeats && !(quantifier.max > 1 && isWithinRepeat(quantifier))) return;
      isHarmless = false;
      const heads = [...new Set([0, 1].map((turn) => before(quantifier, takes, turn)))];
      const pumps = pumpsOf(quantifier.element, takes);
      for (const pump of pumps) {
        add('', pump);
        for (const head of heads) {
          add(head, pump);
          if (meetsLineEnds) add(`\n${head}`, pump);
        }
      }
      for (const head of heads.filter((text) => text !== '')) {
        for (const pump of [head, `${head} `, `\n${head}`]) add('', pump);
        for (const pump of pumps.slice(0, 4)) for (const end of ['', '\n']) add('', `${head}${pump}${end}`);
      }
    },
  });
  if (isHarmless) return [];
  for (const alternative of pattern.alternatives.slice(0, 8)) add('', sampleOf(alternative, takes, 0));
  for (const pump of repeated) add('', pump);
  return [...found.values()];
}

/** A repeat of repeats counts as often as both together. */
function isWithinRepeat(node: AST.Node): boolean {
  const above: AST.Node | null = node.parent;
  return above !== null && ((above.type === 'Quantifier' && above.max > 1) || isWithinRepeat(above));
}

type Takes = (node: AST.Element, character: string) => boolean;

function matcher(flags: string): Takes {
  const kept = flags.replace(/[^isuv]/g, '');
  const made = new Map<string, RegExp>();
  return (node, character) => {
    const known = made.get(node.raw) ?? new RegExp(`^(?:${node.raw})$`, kept);
    made.set(node.raw, known);
    return known.test(character);
  };
}

function pumpsOf(element: AST.QuantifiableElement, takes: Takes): string[] {
  const pumps = new Set([0, 1, 5].map((turn) => sampleOf(element, takes, turn)));
  visitRegExpAST(element, {
    onCharacterEnter: (character) => pumps.add(String.fromCodePoint(character.value)),
    onCharacterSetEnter: (set) => addTaken(set),
    onCharacterClassEnter: (characterClass) => addTaken(characterClass),
  });
  function addTaken(node: AST.Element) {
    for (const character of characters) if (takes(node, character)) pumps.add(character);
  }
  return [...pumps].filter((pump) => pump !== '').slice(0, 16);
}

/** A short text that fits what stands before a node in its pattern. */
function before(node: AST.Node, takes: Takes, turn: number): string {
  let text = '';
  for (let at: AST.Node = node; at.parent; at = at.parent) {
    if (at.parent.type !== 'Alternative') continue;
    const index = at.parent.elements.findIndex((element) => element === at);
    text =
      at.parent.elements
        .slice(0, index)
        .map((element) => sampleOf(element, takes, turn))
        .join('') + text;
  }
  return text;
}

/** A short text a node takes; `turn` chooses another of its characters and, from 1, what it may do without. */
function sampleOf(node: AST.Element | AST.Alternative, takes: Takes, turn: number): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, takes, turn)).join('');
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return characterOf(node, takes, turn);
    case 'Quantifier':
      return sampleOf(node.element, takes, turn).repeat(Math.min(Math.max(node.min, turn > 0 ? 1 : 0), 50));
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(node.alternatives[0] as AST.Alternative, takes, turn);
    default:
      return '';
  }
}

function characterOf(node: AST.Element, takes: Takes, turn: number): string {
  const ordered = characters.map((_, index) => characters[(index + turn) % characters.length] ?? '');
  const known = ordered.find((character) => takes(node, character));
  if (known !== undefined) return known;
  for (let code = 0; code < 0x3000; code += 1) {
    if (takes(node, String.fromCharCode(code))) return String.fromCharCode(code);
  }
  return '';
}
