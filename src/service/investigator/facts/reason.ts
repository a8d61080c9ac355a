/** What a line gives as the reason of what it tells. */
export interface ReasonTold {
  told: string;
  /** In a word for it: "reason", "because", "due to". */
  isNamed: boolean;
}

const named =
  /\b(?:reason|cause)s?["']?\s{0,3}(?:[:=]|is|was)\s{0,3}["']?(?<told>[^"'\n]{2,200})|\b(?:because(?: of)?|(?:due|owing) to|caused by)\s(?<said>[^\n]{2,200})/i;
/** Behind a colon, a dash, or in brackets at the end: what is told of the event. */
const behind = /(?:[^:\s]:|\s[-–])\s(?<told>[^\d\s"'{[][^\n]{1,200})$|\((?<said>[^\d()\s][^()\n]{2,160})\)[.\s]{0,3}$/;

const mostLetters = 600;

export function reasonTold(message: string): ReasonTold | undefined {
  const text = message.slice(0, mostLetters);
  const explicit = named.exec(text)?.groups;
  const found = explicit ?? behind.exec(text)?.groups;
  const told = (found?.told ?? found?.said)?.trim();
  return told === undefined || told === '' ? undefined : { told, isNamed: explicit !== undefined };
}

/** The column of what lines give as their reasons, where no field of that name does. */
export const statedReason = 'stated reason';

/** Where something else is told beside it. */
const beside = /[,;]\s|\s[([{]|\.\s|\s\w{1,40}[=:]/;

/** A reason as short as it is told. */
export function shortReason(message: string): string | undefined {
  const told = reasonTold(message)?.told;
  const end = told?.search(beside) ?? -1;
  return told?.slice(0, end > 0 ? end : 80).replace(/\.$/, '');
}
