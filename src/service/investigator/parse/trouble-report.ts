const asksForFigures =
  /^(?:and |so |but |please )*(?:how (?:many|much|often|long|far|do|does|did|is|are|was|were|can|could)|when|where|who|whose|whom|which|what (?:time|version|port|address|ip|user|host|percentage|share|is the (?:\w+ ){0,3}(?:of|for|at)|are the|was the|were the|does|did|do|kind|type|size|happens|happened (?:at|between|before|after|around))|list|show|find|count|compare|summari[sz]e|give|tell|print|plot|draw|is|are|did|does|do|has|have|had|was|were|any|can|could|should|will|would|until|since|between|at|top|sort|group)\b/i;
const asksWhy =
  /\b(?:why|root cause|cause[ds]?|reason|what (?:is|was|went|goes|could be|might be|seems|'s) (?:\w+ ){0,3}(?:wrong|broken|thrown|failing|waiting|missing|happening|going on)|what (?:happened|happens|failed|fails|broke|crashed|caused|made|stops|stopped|is it waiting for|was first|came first)|what's (?:wrong|going on)|at fault|to blame|fault(?:y)?|crash(?:ed|es)? and how|place of the crash|how (?:to|can i|do i) fix)\b/i;

/** The text of a ticket: somebody describes a trouble, or asks why; not a question of figures, times or lists. */
export function isTroubleReport(text: string): boolean {
  const sentences = text
    .split(/(?<=[.?!])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => /\w{3}/.test(one));
  const [first = ''] = sentences;
  if (sentences.length === 1 && first.endsWith('?')) return asksWhy.test(first) && !asksForFigures.test(first);
  if (sentences.length === 1) return !asksForFigures.test(first) && first.split(/\s+/).length >= 4;
  return !asksForFigures.test(first) || asksWhy.test(sentences.at(-1)!) || !sentences.at(-1)!.endsWith('?');
}

const everyday =
  /^(?:after|again|also|always|before|build|cannot|change[ds]?|client|clients|could|crash\w*|does|doesn|error\w*|every|fail\w*|first|follow\w*|from|have|into|issue|last|machine|message|never|only|open\w*|other|problem|project|report|runn?\w*|same|seems|server|service|some\w*|start\w*|still|stop\w*|system|that|their|then|there|these|they|this|time\w*|trying|update|upgrade\w*|using|version|what|when|where|which|while|window|with\w*|work\w*|would|wrong|your)$/i;

/** Words of a report that may be names in the file. */
export function namesOfReport(text: string): string[] {
  const words = text.match(/[A-Za-z_][\w./-]{3,}/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/[./-]+$/, '').toLowerCase()))].filter((word) => !everyday.test(word)).slice(0, 40);
}
