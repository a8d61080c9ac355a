/** A name such as `las.zonas` or `de-edge` is of no language. */
const foreign =
  /(?<![\w.-])(?:warum|wieso|weshalb|was|wie|wann|welche[rs]?|wo|ist|sind|der|die|das|den|nicht|und|oder|fehler|por ?qué|cuándo|cuántos?|qué|cuál|dónde|está|error(?:es)|hay|los|las|pourquoi|quand|combien|quel(?:le)?s?|est-ce|les|des|une|perché|quando|quanti|quale|che|cosa|gli|por que|quantos|waarom|wanneer|hoeveel|het|een)(?!\.?[\w-])/gi;
const english =
  /\b(?:the|is|are|was|were|did|does|do|how|what|when|which|who|why|where|any|there|of|in|many|has|have|list|show|count|find)\b/gi;

/** Whether a question is in English, as all questions are read. Names alone are. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 0 && latin < letters * 0.6) return false;
  const others = text.match(foreign)?.length ?? 0;
  return others < 2 || (text.match(english)?.length ?? 0) >= others;
}
