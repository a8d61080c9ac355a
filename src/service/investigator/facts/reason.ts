/** What a line gives as the reason of what it tells. */
interface ReasonTold {
  told: string;
  /** In a word for it: "reason", "because", "due to". */
  isNamed: boolean;
}

const named =
  /\b(?:reason|cause)s?["']?\s{0,3}(?:[:=]|is|was)\s{0,3}["']?(?<told>[^"'\n]{2,200})|\b(?:because(?: of)?|(?:due|owing) to|caused by)\s(?<said>[^\n]{2,200})/i;
/** Behind a colon, a dash, or in brackets at the end: what is told of the event. */
const behind = /(?:[^:\s]:|\s[-–])\s(?<told>[^\d\s"'{[][^\n]{1,200})$|\((?<said>[^\d()\s][^()\n]{2,160})\)[.\s]{0,3}$/;

/** "Client erp NOT saved - disk full": what went wrong, before why. */
const aheadOfReason = /^.{0,60}?\b(?:not [a-z]{3,20}ed|failed|aborted|rejected|refused|denied) [-–] (?=[a-z])/i;

const mostLetters = 600;

export function reasonTold(message: string): ReasonTold | undefined {
  const text = message.slice(0, mostLetters);
  const explicit = named.exec(text)?.groups;
  const found = explicit ?? behind.exec(text)?.groups;
  const told = (found?.told ?? found?.said)?.trim().replace(aheadOfReason, '');
  return told === undefined || told === '' ? undefined : { told, isNamed: explicit !== undefined };
}

/** The column of what lines give as their reasons, where no field of that name does. */
export const statedReason = 'stated reason';

/** What a field is called that gives one. */
export const nameOfReason = /(?:^|[\s._-])(?:reason|cause|why)$/i;

/** Where something else is told beside it. */
const beside = /[,;]\s|\s[([{]|\.\s|\s\w{1,40}[=:]/;

/** A reason as short as it is told. Behind a mere colon it is one only of what went wrong or was brought to an end. */
export function shortReason(message: string, isFailed: boolean): string | undefined {
  const why = isFailed ? behindOutcome.exec(message.slice(0, mostLetters))?.groups?.why : undefined;
  if (why !== undefined) return why;
  const reason = reasonTold(message);
  if (reason === undefined || !(reason.isNamed || isFailed || ending.test(message.slice(0, mostLetters))))
    return undefined;
  const { told, isNamed } = reason;
  if (!isNamed && (!inWords.test(told) || isHead(message, told))) return undefined;
  const end = told.search(beside);
  return told.slice(0, end > 0 ? end : 80).replace(/(?<![\s.])[\s.]+$/, '');
}

/** "Mission 12 not delivered, tote not found": what stands behind the outcome, at the end of the line. */
const behindOutcome =
  /\b(?:failed|broken?|aborted|rejected|refused|declined|denied|cancell?ed|not \w{3,20}ed), (?<why>[a-z][^\n,:;=(]{2,80})$/i;
const ending =
  /\b(?:stop(?:ped)?|down|lost|evict(?:ed)?|terminat(?:ed|ing)|drop(?:ped)?|clos(?:ed|ing)|kill(?:ed|ing)|cancel(?:l?ed)?|disconnected|offline|halt(?:ed)?|aborted|skipp(?:ed|ing))\b/i;
/** No path, no field, no length of time, and no change of a state. */
const inWords = /^(?!(?:last|past|previous) \d|\S{1,40} (?:->|=>|→) )[A-Za-z"'][^/=]{2,}/i;
/** "%LINK-3-UPDOWN: interface down": what stands before it is no event, but who says it or of what kind it is. */
const isHead = (message: string, told: string): boolean =>
  /^\S+$/.test(message.slice(0, message.indexOf(told)).trim()) &&
  !failing.test(message.slice(0, message.indexOf(told)));
const failing = /fail|error|exception|reject|denied|abort|fatal/i;
