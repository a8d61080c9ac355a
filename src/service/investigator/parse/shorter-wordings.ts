/** A question in fewer words, and those that an answer to them does not stand for. */
interface Shorter {
  text: string;
  left: string[];
}

const remark = /\s?\(([^()]{1,200})\)/g;
/** Of which of them the question is: left out, the answer would be to another one. */
const narrows = /\b(?:no|never|without|none|only|those|ones?|that (?:was|were|had))\b|^[a-z]+s$/i;

/** For where the whole means nothing: with its remarks as a part of what is asked about, without them. */
export function shorterWordings(question: string): Shorter[] {
  const remarks = [...question.matchAll(remark)].map(([, said = '']) => said);
  const plain = question.replace(remark, '');
  const isNarrowed = remarks.some((said) => narrows.test(said));
  return [
    ...(remarks.length === 1 ? [{ text: `${plain} of ${remarks[0]}`, left: [] }] : []),
    ...(remarks.length > 0 && !isNarrowed ? [{ text: plain, left: remarks }] : []),
  ];
}
