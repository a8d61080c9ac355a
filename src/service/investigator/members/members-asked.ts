import { anyOf } from '#core/any-of.ts';
import { entityOf, singular } from '../calculate/columns.ts';
import { numberOfOrdinal } from '../question/ordinals.ts';
import { inOneWord } from './other-names.ts';

/** A question whose answer are things of one kind, or one value that lines state with its name. */
export interface MembersAsked {
  /** Singular; "who" for persons. */
  noun: string;
  isPlural: boolean;
  /** Before the noun: "block temperature", "payment terminals". */
  qualifiers: string[];
  /** What is said of them, content words only. */
  predicate: string[];
  /** Of "who": the first word behind it. */
  verb?: string;
  /** "Who was kicked": they suffer what is said. */
  isPassive: boolean;
  /** It fails, is refused or cannot. */
  isFailing: boolean;
  /** "From which host": what stands before its name. */
  preposition?: string;
  wantsReason: boolean;
  /** A story is told before it is asked: not all of its words need stand in lines. */
  isStory?: boolean;
  /** The first or the last of them. */
  pick?: 'first' | 'last';
  /** "... before the shutdown": what happens then. */
  event?: { side: 'before' | 'after'; words: string[]; nth: number };
  /** "And with which code": a further thing of each. */
  further?: string;
  /** "And on which worker". */
  furtherBehind?: string;
}

const maxChars = 200;
const noMembers = anyOf(
  [
    /errors?|failures?|exceptions?|warnings?|problems?|issues?|lines?|entr(?:y|ies)|messages?|events?/,
    /things?|ones?|times?|kinds?|types?|sorts?|reasons?|causes?|parts?|ways?|changes?|logs?|files?/,
    /details?|steps taken|day|days|hour|hours|minute|minutes|week|date|moment|point|wrong|matter/,
    /status|impact|effect|story|summary|root|outcome|result|use|up|new|is|are|was|were|happened/,
    /happens|went|changed|caused|did|does|do|about|else|if|should|to|would|can|could|has|have|the|a/,
    /an|this|that|i|we|you|they|it/,
  ],
  { before: '^(?:', after: ')$', flags: 'i' },
);
const verbs = anyOf(
  [
    /is|are|was|were|has|have|had|did|does|do|can|cannot|can't|cant|could|couldn't|will|won't|got/,
    /gets?|became|becomes?|went|goes|go|lost|loses?|sent|sends?|fails?|returns?|throws?|threw|takes?/,
    /took|uses?|holds?|held|hit|hits|breaks?|broke|stops?|keeps?|kept|reset|resets|left|joins?/,
    /leaves?|ran|runs?|shut|set|sets|died|dies|hung|hangs?|came|comes?|saw|sees|made|makes?|needs?/,
    /wrote|writes?|shows?|ends?|starts?|began|begins?|crash(?:es)?|flaps?|restarts?|reboots?|reports?/,
    /said|says|never|not|all|still|no|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|per|keep|see/,
    /exceeds?|drops?|serves?|answers?|refuses?|rejects?|causes?|produces?|generates?|delivers?/,
    /creates?|offers?|receives?/,
  ],
  { before: '^(?:', after: ')$', flags: 'i' },
);
const ends =
  /^(?:in|on|at|of|for|from|to|with|by|and|or|that|which|who|when|while|before|after|during|between|since|until|because|due|then|so|but|as|than|into|over|under|if|the|a|an|its?|their|our|my)$/i;
const filler = new Set(
  `a an and any are as at be been being but by can cannot can't cant could did do does doesn't don't didn't each ever every for from get gets getting got
  had has have he her here him his how i if in into is it its just last latest first final me most much my no not now of off on once one only or our out over
  own per please right she should show so some still such than that the their them then there these they this those through to too turn turned turns turning under up us
  was we were what whats what's when where which while who whom why will with within without would you your become became becomes becoming go goes going gone went use
  used uses using run running ran happen happened happens many often times time there's all current currently actually really exactly given again really good bad ok
  really first's log logs file line lines during about reason reasons cause causes due because value values return returns returned answer answers answered give gives gave serve serves served report reports reported show shows showed shown produce produces produced throw throws threw thrown log logged logs emit emits emitted see seen saw say says said name names number count counts list tell give it's did couldn't
  unable able failing fail fails failed failure failures error errors wrong problem problems issue issues affected involved way away back down`.split(
    /\s+/,
  ),
);
const meaningful = /^down$/i;
const failing =
  /\b(?:fail(?:s|ed|ing|ures?)?|cannot|can ?not|can'?t|could ?n[o']t|couldn'?t|unable|bad|worst|faulty|defective|sick|culprit|vanish\w*|refus\w+|reject\w+|denied|errors?|broken|affected(?=\W*$|(?: by)? .{0,60}\b(?:problems?|issues?|errors?|fail\w*|outages?|incidents?|bugs?)\b)|not able|wo ?n'?t|problems? with|trouble)\b/i;

/** Undefined: the question asks for something else. */
export function membersAsked(question: string): MembersAsked | undefined {
  if (question.length > maxChars || /["`“«]/.test(question)) return undefined;
  let text = inOneWord(question)
    .replace(/[?!.]+\s*$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const wantsReason = reasonTail.test(text) || /\bwhat is the reason for each\b/i.test(text);
  const further =
    /,? (?:and|or) (?:(with|in|at|on|by|for|to|from) )?(?:which|what) ([a-z][a-z-]+)(?: (?:address|addresses|each))?$/i.exec(
      text,
    );
  if (further !== null && !/^(?:is|are|was|were|for|reason|cause|time|times|happened)$/i.test(further[2]!))
    text = text.slice(0, further.index);
  for (let round = 0; round < 3; round++) text = text.replace(tails, '').replace(reasonTail, '');
  text = text.replace(countedStory, 'which $1');
  if (aboutCauses.test(text) || /\b(?:lost|lose) the (?:most|fewest|least)\b/i.test(text)) return undefined;
  const event = eventIn(text);
  if (event !== undefined) text = text.slice(0, event.at).trim();
  const found = whoIn(text) ?? nounIn(text) ?? behindStory(text);
  if (found === undefined) return undefined;
  const { noun, rest, qualifiers, preposition, isPassive } = found;
  const pick = /\b(?:last|latest|final|most recent|at the end|currently|current|now)\b/i.test(text)
    ? 'last'
    : /\b(?:first|initial(?:ly)?|originally)\b/i.test(text) ||
        (found.preposition !== undefined && !found.isPlural && becomes.test(text))
      ? 'first'
      : undefined;
  return {
    noun: singular(noun),
    ...(noun === 'who' ? { verb: rest.split(' ')[0]! } : {}),
    isPlural: found.isPlural,
    qualifiers,
    predicate: contentWords(rest),
    isPassive,
    isFailing: failing.test(rest),
    ...(preposition === undefined ? {} : { preposition }),
    ...(found.isStory === true ? { isStory: true } : {}),
    wantsReason,
    ...(pick === undefined ? {} : { pick }),
    ...(event === undefined ? {} : { event: { side: event.side, words: event.words, nth: event.nth } }),
    ...(further === null || text.length === question.length
      ? {}
      : {
          further: singular(further[2]!),
          ...(further[1] === undefined ? {} : { furtherBehind: further[1].toLowerCase() }),
        }),
  };
}

/** "Three pumps stopped over the weekend, which?" */
const countedStory =
  /^(?:two|three|four|five|six|seven|some|several|a few|many|a couple of|\d{1,3}) (?:of (?:the|our) )?(.{4,100}?)[,.;:]? (?:and )?which(?: ones?)?$/i;

/** What broke or caused it is a cause, told with what it led to. */
const aboutCauses =
  /^why\b|\b(?:root cause|caus(?:es?|ed|ing)|trigger\w*|(?:to )?blame|responsible|culprit|at fault|broke|breaks|behind|explain\w*|compare[ds]?|vs|versus|difference|how many|how often|how long)\b/i;
const reasonTail =
  /,?\s*(?:\band\b|\bor\b|&|,|-)\s*(?:also\s+)?(?:why(?: (?:each|not))?|what for|for what reason(?:s)?|(?:for |on )?(?:what|which) (?:is|are|was|were)?\s*(?:the )?(?:reasons?|causes?|errors?)(?: (?:for|of) (?:each|it|them|that))?|(?:the |its |their )?reasons?(?: (?:for|of) each)?|(?:what was|with what) (?:the )?(?:error|reason))\s*$/i;
const tails = anyOf(
  [
    /when(?: (?:each|exactly|was that|did (?:it|that|they) happen))?|what times?/,
    /how (?:often|many(?: times)?)(?: (?:each|is that|per \w+))*|since when/,
    /(?:since|from) (?:which|what) \w+(?: on)?|where|from what to what|to what|with counts?/,
    /how many (?:of )?each|from when to when/,
  ],
  {
    before: String.raw`,?\s*(?:\band\b|&|,)\s*(?:at )?(?:`,
    after: String.raw`)\s*$|\s+(?:each|exactly|please|with counts?|w\/ counts?|in (?:this|the) (?:log|file)|here|so far|at all)\s*$`,
    flags: 'i',
  },
);
const becomes =
  /\b(?:turn(?:s|ed)?|became|become|becomes|go(?:es)?|went|exceed(?:s|ed)?|reach(?:es|ed)?|start(?:s|ed)?|beg[aiu]n)\b/i;

const ordinal = /\b(?:the )?(first|second|third|fourth|fifth|sixth|1st|2nd|3rd|[4-9]th|last)\b/i;

/** 0 for the first, -1 for the last. */
export function nthOf(text: string): number {
  const word = ordinal.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return 0;
  if (word === 'last') return -1;
  return numberOfOrdinal(word) - 1;
}

function eventIn(text: string): { at: number; side: 'before' | 'after'; words: string[]; nth: number } | undefined {
  const match =
    /\s(?:(?:right |just |shortly |immediately )?(before|after)|when|while|as|at the (?:time|moment)(?: of)?|(?:at|on) (?=(?:the )?(?:first|second|third|fourth|fifth|sixth|[1-9](?:st|nd|rd|th)|last)\b)|during)\s*(?!\d{2})(.{3,80})$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const words = contentWords(match[2]!.replace(ordinal, ' '));
  if (words.length === 0) return undefined;
  return {
    at: match.index,
    side: match[1]?.toLowerCase() === 'after' ? 'after' : 'before',
    words,
    nth: nthOf(match[2]!),
  };
}

interface Found {
  noun: string;
  isPlural: boolean;
  qualifiers: string[];
  rest: string;
  preposition?: string;
  isPassive: boolean;
  isStory?: boolean;
}

function whoIn(text: string): Found | undefined {
  const match = /^(?:and |but |so |do we know )?(?:(?:by )?whom?|who(?:'s|se)?)\b (.*)$/i.exec(text);
  if (match === null) return undefined;
  const owned = /^(?:and )?whose ([a-z]+) (.*)$/i.exec(text);
  if (owned !== null)
    return {
      noun: /^(?:e-?)?(?:mails?|messages?)$/i.test(owned[1]!) ? 'sender' : 'who',
      isPlural: true,
      qualifiers: [],
      rest: owned[2]!,
      isPassive: false,
    };
  if (/^(?:and )?whose/i.test(text)) return undefined;
  const rest = match[1]!;
  const isPassive =
    /^(?:all )?(?:was|were|is|are|got|gets?|has been|have been|had been|is being|can ?not|can't|couldn't|could not|fail\w*|lost)\b/i.test(
      rest,
    ) && !/^(?:is|was|are|were) (?:the|on|in|at|causing|using|\w+ing)\b/i.test(rest);
  return { noun: 'who', isPlural: true, qualifiers: [], rest, isPassive };
}

function nounIn(text: string): Found | undefined {
  const match =
    /^(?:and |but |so )?(?:(on|in|at|to|from|with|by|for|of|into|onto|via|under) )?(?:which|what)(?: of (?:the|our))?(?: other)? (.*)$/i.exec(
      text,
    ) ?? /^(?:please )?(?:list|show|name|give|print)(?: me| us)?(?: all)?(?: of)?(?: the)? (.*)$/i.exec(text);
  if (match === null) return undefined;
  const isListed = match.length === 2;
  const tail = (isListed ? match[1]! : match[2]!).replace(
    /^(?:is|was|are|were|'s) (?:the |its |our |their )(?=\w)(?!\w+ing\b)/i,
    'THE ',
  );
  const isThe = tail.startsWith('THE ');
  const words = tail
    .replace(/^THE /, '')
    .split(' ')
    .map((word) => word.replace(/[,;:]+$/, ''));
  let from = 0;
  while (
    /^(?:last|latest|final|first|initial|current|new|old|good|the|exact|most|recent|previous|original|other|all|different|known|that|this)$/i.test(
      words[from] ?? '',
    )
  )
    from++;
  let end = from;
  while (end < words.length && end - from < 4 && !ends.test(words[end]!) && !isVerb(words, end, from)) {
    end++;
    if (
      /^(?:\w{3,}[^su]s|\w+ies)$/i.test(words[end - 1]!) &&
      words[end] !== undefined &&
      entityOf(words[end]!) === undefined
    )
      break;
  }
  if (end === from) return undefined;
  // A serial number is called by what it is a number of.
  if (end - from > 1 && /^(?:numbers?|nr|no)$/i.test(words[end - 1]!)) words.splice(--end, 1);
  const noun = words[end - 1]!;
  if (
    noMembers.test(noun) ||
    !/^[a-z][\w-]{1,30}$/i.test(noun) ||
    (isThe && end < words.length && !ends.test(words[end]!) && !isVerb(words, end, from))
  )
    return undefined;
  const preposition = isListed ? undefined : match[1]?.toLowerCase();
  const isPlural = /[^su]s$/i.test(noun) || /ies$/i.test(noun) || isListed;
  const rest = words.slice(end).join(' ');
  return {
    noun,
    isPlural,
    qualifiers: contentWords(words.slice(from, end - 1).join(' ')),
    rest,
    ...(preposition === undefined ? {} : { preposition }),
    isPassive: /^(?:was|were|is|are|got|gets?|have been|has been|went|became|becomes?|had)\b/i.test(rest),
  };
}

/** "503s on the mesh tonight, from which upstream host?": what is asked stands behind what it is asked of. */
function behindStory(text: string): Found | undefined {
  const match =
    /^(.{6,120}?)(?:[.,;:?!]|\s[-–])\s*(?:and |how often, |when, |how many, )*((?:on|in|at|from|to|by|with|via) which .{3,60})$/i.exec(
      text,
    );
  if (match === null || /^(?:is|are|was|were|did|does|do|has|have|any|what|how|when)\b/i.test(match[1]!))
    return undefined;
  // What else is asked there is asked of a cause.
  if (/\b(?:errors?|why|causes?|trouble|problems?|how bad|what)\b/i.test(match[2]!)) return undefined;
  const found = nounIn(match[2]!);
  if (found === undefined || /^ones?$/i.test(found.noun)) return undefined;
  return { ...found, rest: `${match[1]!} ${found.rest}`, isStory: true };
}

function isVerb(words: readonly string[], at: number, from: number): boolean {
  const word = words[at]!;
  if (at === from) return false;
  return verbs.test(word) || (/(?:ed|ing)$/i.test(word) && word.length > 4);
}

/** Words that tell which lines are meant. */
export function contentWords(text: string): string[] {
  const found: string[] = [];
  for (const token of text.match(/[\p{L}\d_/.][\p{L}\d_.:/@#%-]*/gu) ?? []) {
    const word = token.replace(/^[.:-]+|[.:,%-]+$/g, '').replace(/'s$/, '');
    if (word.length < 2 || found.includes(word)) continue;
    if (filler.has(word.toLowerCase()) && !meaningful.test(word)) continue;
    found.push(word);
  }
  return found.map((word) => word.replace(/^([1-5]\d\d)'?s$/, '$1')).slice(0, 6);
}
