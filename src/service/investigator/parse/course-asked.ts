/** Which way something goes over time, asked whatever its words stand between. */
interface CourseAsked {
  /** What goes so: the question without the words for up and down. */
  rest: string;
  /** Undefined: both ways are asked for. */
  expects?: 'up' | 'down';
  /** "Slower or faster": of what kind the number is. */
  adjective?: string;
  /** "Piling up": a number that the thing states, and not its lines. */
  isOfAmount?: boolean;
  /** "Up or down" of things may also ask for the state they are in. */
  isOfStates?: boolean;
}

const leaks = 'leak(?:s|ed|ing)?(?: memory)?';
const piles =
  '(?:pil|build|back|fill|creep)(?:s|e|es|ed|ing)? up|(?:built|crept) up|accumulat(?:e|es|ed|ing)|swell(?:s|ing)?|balloon(?:s|ed|ing)?';
const drains = 'drain(?:s|ed|ing)?|deplet(?:e|es|ed|ing)|run(?:s|ning)? (?:out|low|dry)|ran (?:out|low|dry)';
const verbsUp = 'ris(?:e|es|en|ing)|rose|grow(?:s|n|ing)?|grew|increas(?:e|es|ed|ing)|climb(?:s|ed|ing)?';
const verbsDown =
  'fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|shrink(?:s|ing)?|shrank|shrunk|sink(?:s|ing)?|sank|improv(?:e|es|ed|ing)';
const comparedUp = 'more|higher|larger|bigger|greater|longer|slower|worse|hotter|warmer|deeper';
const comparedDown = 'fewer|less|lower|smaller|shorter|faster|quicker|better|colder|cooler|shallower';
const up = `up(?:wards?)?|${comparedUp}|${verbsUp}|worsen(?:s|ed|ing)?`;
const down = `down(?:wards?)?|${comparedDown}|${verbsDown}`;
const going =
  '(?:go(?:es|ing|ne)?|went|trend(?:s|ed|ing)?|mov(?:e|es|ed|ing)|get(?:s|ting)?|got|gotten|becom(?:e|es|ing)|became|turn(?:s|ed|ing)?)';
const moving = `(?:${going} )`;
const often = '(?: (?:often|frequent(?:ly)?))?';
/** "More errors or fewer", "did it rise or did it fall". */
const both = (one: string, other: string) =>
  new RegExp(
    `(?<![\\w-])${moving}?(?<one>${one})\\b(?![-.]\\w)${often}(?<between>(?: [^\\s,;:?]+){0,4}?)(?:,? (?:or|vs\\.?|versus|and not)|\\s?/|,(?=.* or ))(?: (?:did|do|does|has|have|is|are|was|were)(?: (?:it|they|there))?(?: been)?)? ?${moving}?(?<other>${other})\\b(?![-.]\\w)${often}(?:,? or (?:flat|steady|stable|constant|unchanged|the same|neither))?`,
    'i',
  );
const pairs = [both(up, down), both(down, up)];
/** "Than before": the other side is the time before what is named beside it. */
const thanBefore =
  /[,;:]? ?\b(?:(?:as|than|vs\.?|versus|against|compared (?:to|with)|in comparison (?:to|with)) (?:it (?:was|did) |they (?:were|did) |there (?:was|were) )?(?:before|earlier|previously|until then|up to then|in the time before)(?: (?:that|it|then|this))?)(?=[?.!,:;\s]*$)/i;

const aux = '(?:did|does|do|was|were|is|are|has|have|had)';
const overTime =
  '(?: (?:(?:over|during|in|throughout|across) the (?:day|night|nights|days|week|weeks|evening|morning|run|shift|period|time|course)|over time|as (?:the )?(?:day|time|night|log) (?:goes|went) on|with time|throughout|in the course of the (?:log|file)|(?:during|over) the (?:log|file)|overall|towards the end|at all|steadily|continuously|constantly|slowly))*';
const verb = `(?:${moving}(?:up(?:wards?)?|down(?:wards?)?|more frequent|${comparedUp}|${comparedDown})|${verbsUp}|${verbsDown}|${leaks}|${piles}|${drains}|worsen(?:ed|ing)?|eas(?:e|es|ed|ing)|chang(?:e|es|ed|ing)|develop(?:s|ed|ing)?|evolved?)`;
const forms: readonly RegExp[] = [
  new RegExp(
    `^${aux} (?:the )?(?<where>.+?)(?: (?:been|ever|keep|keeps|steadily|generally))* (?<way>${verb})${overTime}$`,
    'i',
  ),
  new RegExp(`^(?<how>how) ${aux} (?<where>.+?) (?<way>${verb})${overTime}$`, 'i'),
  /^(?<where>.+?) (?:trend|development)(?: (?:of|in|for|on) (?<where2>.+))?$/i,
];
/** "More errors", set against the time before. */
const compared = new RegExp(`^(?<lead>.*?)\\b(?<way>${comparedUp}|${comparedDown})\\b${often}(?<where>.*)$`, 'i');

const isDown = new RegExp(`\\b(?:${down}|${drains}|eas(?:e|es|ed|ing))\\b`, 'i');
const aLeak =
  /^(?:do|does|is|are|was|were|have|has|any)(?: (?:we|there|it|i))?(?: (?:have|got|had|see))?(?: (?:an?|any))? (?:memory )?leaks?(?: in(?<whose> .+))?$/i;
/** Adjectives that say of what kind the number is. */
const measuring = /^(?:leak|slow|fast|quick|long|short|hot|warm|cold|cool|deep)/i;

/** A choice of two ways tells of no trouble. */
export const asksBothWays = (question: string): boolean => pairs.some((pattern) => pattern.test(question));

const amounts = new RegExp(`^(?:${piles}|${drains}|grow(?:s|n|ing)?|grew)$`, 'i');

/** Undefined where no way over time is asked for. */
export function courseAsked(question: string): CourseAsked | undefined {
  const asked = question.replace(aLeak, 'is the memory$<whose> growing');
  let [text, pair]: [string, RegExpExecArray | undefined] = [asked, undefined];
  // "Slower or faster? Did it rise or fall": asked twice.
  for (const pattern of [...pairs, ...pairs]) {
    const found = pattern.exec(text);
    if (found === null) continue;
    pair ??= found;
    text = `${text.slice(0, found.index)} ${found.groups?.between ?? ''} ${text.slice(found.index + found[0].length)}`;
  }
  const isThan = thanBefore.test(text);
  const rest = text.replace(thanBefore, ' ').trim();
  if (pair !== undefined) {
    const { one = '' } = pair.groups ?? {};
    const isBare = /^(?:up|down)$/i.test(one) && !/^(?:go|went|trend|mov|get|got|becom|turn)/i.test(pair[0].trim());
    return { rest: plain(rest), ...ofKind(one), ...(isBare ? { isOfStates: true } : {}) };
  }
  if (isThan) {
    const { lead = '', way = '', where = '' } = compared.exec(rest)?.groups ?? {};
    if (way !== '') return { rest: plain(`${lead} ${where}`), ...toward(way), ...ofKind(way) };
  }
  for (const form of forms) {
    const { way = '', where = '', where2 = '', how } = form.exec(rest)?.groups ?? {};
    if (where === '') continue;
    const isOpen = way === '' || how !== undefined || /^(?:chang|develop|evolve)/i.test(way);
    const isOfAmount = amounts.test(way);
    const said = way.replace(new RegExp(`^${moving}`, 'i'), '');
    return {
      rest: plain(`${where} ${where2}`),
      ...(isOpen ? {} : toward(way)),
      ...ofKind(said),
      ...(isOfAmount && { isOfAmount }),
    };
  }
  return undefined;
}

const toward = (way: string): Pick<CourseAsked, 'expects'> => ({ expects: isDown.test(way) ? 'down' : 'up' });
const ofKind = (word: string): Pick<CourseAsked, 'adjective'> => (measuring.test(word) ? { adjective: word } : {});

/** Without what holds the sentence together. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:(?:did|does|do|was|were|is|are|has|have|had)\b(?: (?:there|it|we|they|you)\b)*(?: (?:get|see|have|had|been)\b)?)+/i,
      '',
    )
    .replace(/[\s,;:?-]+$|^[\s,;:-]+/g, '')
    .replace(new RegExp(`${overTime}$`, 'i'), '')
    .trim();
