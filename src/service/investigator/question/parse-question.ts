import { joinSpoken } from '../words/asked-word.ts';
import { beforeEventIn } from './before-event.ts';
import { plainWords } from './plain-words.ts';
import type { Intent, Question } from './question.ts';
import { timesIn } from './times-asked.ts';

const asksForCause: ReadonlySet<Intent> = new Set(['cause', 'check', 'which']);

const maxChars = 8000;
/** A ticket's text is taken as it is written. */
const maxPlainChars = 400;

/** "Did squid start?": trouble says that it did not. */
const comesUp =
  /^(?:did|does|has|could|can|is|was) (?:the )?(?!errors?|failures?|it |they )[\w.-]+ (?:start|come up|came up|boot|able to start)(?:ed)?(?: (?:up|properly|at all|again|fine))?\W*$/i;

/** Pure; never fails: what is not understood is a question about the cause with the words it holds. */
export function parseQuestion(question: string): Question {
  const isProse = question.length > maxPlainChars || question.trim().includes('\n');
  const asked = isProse ? question.slice(0, maxChars) : plainWords(question);
  const before = isProse ? undefined : beforeEventIn(asked.replace(/\s+/g, ' ').trim());
  if (before !== undefined) return { ...parseQuestion(before.event), before };
  const text = asked.replace(/\s+/g, ' ').trim();
  const phrases = phrasesOf(asked);
  const pattern = patternOf(text);
  const { times: told, rest } = timesIn(pattern === undefined ? text : text.replace(`/${pattern}/`, ' '));
  const first = text.slice(0, 400);
  const hasTime = told.some((time) => time.isVague !== true);
  const plain = intentOf(first, phrases, hasTime);
  const intent = pattern !== undefined && plain !== 'count' && plain !== 'when' ? 'find' : plain;
  // A part of the day narrows what is counted or listed; a cause may lie before it.
  const times = told.filter(
    (time) =>
      !(time.isVague === true && asksForCause.has(intent)) &&
      // Both sides of the time are compared.
      !(intent === 'compare' && (time.kind === 'before' || time.kind === 'after')),
  );
  const vague = told.find((time) => time.isVague === true && !times.includes(time));
  const soft = phrases.length === 0 ? softPhraseOf(rest.slice(0, 400)) : undefined;
  const by =
    /\b(?:per|by|for each|for every|grouped by|which|what|each) ([a-z][a-z_-]{2,20}?)s?\b(?! (?:is|was|are|were|happen|wrong))/i
      .exec(first)?.[1]
      ?.toLowerCase();
  return {
    text,
    intent,
    isYesNo:
      /^(?:is|are|was|were|did|does|do|has|have|had|can|could|any(?:thing|one|body)?|were there|is there|are there)\b/i.test(
        text,
      ),
    asksForHealth:
      (/\b(?:healthy|stable|ok|okay|fine|normal|working|up and running|successful\w*|succeed\w*|available|reachable|good|correct\w*|complete[ds]?)\b/i.test(
        first,
      ) ||
        comesUp.test(text)) &&
      !/\bnot\b|n't\b/i.test(first),
    phrases,
    ...(pattern === undefined ? {} : { pattern }),
    ...(soft === undefined ? {} : { softPhrase: soft }),
    pairs: phrases.length > 0 || text.length > 200 ? [] : pairsOf(joinSpoken(rest)),
    terms: termsOf(joinSpoken(rest), phrases),
    times,
    ...(vague === undefined ? {} : { vague }),
    ...(by === undefined || stopWords.has(by) ? {} : { by }),
  };
}

function intentOf(text: string, phrases: readonly string[], hasTime: boolean): Intent {
  const asks = (words: RegExp) => words.test(text);
  if (text === '') return 'overview';
  if (
    asks(
      /\b(?:lines?|entries|messages|events) (?:containing|that contain|with|mentioning|about)\b|\bcontaining\b|\bwith the (?:word|term|text|string)\b/i,
    ) &&
    !asks(/\b(?:how many|count|number of|when)\b/i)
  )
    return 'find';
  if (
    asks(
      /\b(?:compare|difference|differs?|diff|versus|vs\.?|before and after|what(?:'s| is| has)? changed|new since|regress\w*)\b/i,
    )
  )
    return 'compare';
  if (asks(/\b(?:how many|how often|number of|count(?: the| of|\b)|how much (?:errors|traffic|lines))\b/i))
    return 'count';
  if (
    asks(
      /\b(?:slowest|longest|fastest|highest|lowest|largest|biggest|maximum|minimum|peak|worst|max|(?<!\d ?|few |some |several |couple of )min|average|mean|median|p9\d|percentile)\b/i,
    )
  )
    return 'extreme';
  if (
    asks(
      /^(?:when|at what time|what time|since when|how long|until when|how quickly)\b|\b(?:when (?:did|was|were|does|is)|what time|first (?:time|occurrence|seen|appear\w*)|last (?:time|occurrence|seen)|how long|duration of|time window|during which)\b/i,
    )
  )
    return 'when';
  if (
    asks(
      /^(?:which|top|list|who|what are the (?:top|most))\b|\b(?:which (?:services?|hosts?|pods?|nodes?|users?|endpoints?|ips?|clients?|process\w*|components?|jobs?|quer\w+|devices?|interfaces?)|top \d+|most (?:frequent|common))\b/i,
    ) &&
    !asks(/\b(?:root cause|reason)\b/i)
  ) {
    return asks(/\b(?:errors|exceptions|failures|warnings)\b/i) &&
      asks(/^(?:list|which (?:errors|exceptions|failures)|top)/i)
      ? 'errors'
      : 'which';
  }
  // "Find out why", "show me the reason": the verb asks for no line.
  if (phrases.length === 0 && asks(/\bwhy\b|\b(?:root cause|reason) (?:for|of|behind|why)\b/i)) return 'cause';
  if (
    asks(
      /^(?:please )?(?:find(?! out\b)|search|grep|look for|show(?: me)?|locate|get|print|where|give me|display|extract|trace|follow)\b|\b(?:mentions? of|occurrences of|lines (?:with|contain\w*|that)|which lines?|where (?:is|does|do|are|did)\b(?!.*\bcom(?:e|es|ing) from\b))\b/i,
    )
  ) {
    if (phrases.length > 0 || !asks(/\b(?:errors|exceptions|root cause|reason|problems?|issues?|wrong)\b/i))
      return 'find';
    return asks(/\b(?:cause|reason|why)\b/i) ? 'cause' : 'errors';
  }
  if (
    asks(
      /\b(?:what|which|any|all|list|summar\w+|overview|types? of|kinds? of)\b.{0,40}\b(?:errors|exceptions|failures|warnings|crashes)\b|\bsummar\w+\b|\b(?:rundown|recap) of\b/i,
    ) &&
    !asks(/\b(?:cause|why)\b/i)
  )
    return 'errors';
  if (
    hasTime &&
    asks(/\b(?:happen\w*|going on|at|around|between|about|near|after|before|during|look like)\b/i) &&
    !asks(
      /\b(?:why|cause[ds]?|trigger\w*|reason|root|what (?:hit|broke|took|killed|brought)|fell over|what did (?:we|i|they|you|he|she|some(?:body|one)|any(?:body|one)) (?:do|change|break|touch))\b/i,
    )
  )
    return 'around';
  if (asks(/^(?:is|are|was|were|did|does|do|has|have|had|any(?:thing|one|body)?)\b/i)) return 'check';
  if (asks(/\b(?:overview|what (?:is|'s) in (?:this|the)|describe|tell me about|what happened\??$)\b/i))
    return 'overview';
  return 'cause';
}

/** "/time[d ]?out/": a pattern in slashes, as programs take them; a path is none. */
function patternOf(text: string): string | undefined {
  const asked = /(?:^|\s)\/((?:[^/\\\n]|\\.){2,200})\/i?(?=[\s?.,!]|$)/.exec(text)?.[1];
  return asked !== undefined && /[\\^$.*+?()[\]{}|]/.test(asked) ? asked : undefined;
}

function phrasesOf(text: string): string[] {
  const found: string[] = [];
  const add = (phrase: string | undefined) => {
    const clean = phrase?.trim() ?? '';
    if (clean.length >= 2 && clean.length <= 300 && !found.includes(clean)) found.push(clean);
  };
  for (const match of text.matchAll(
    /"([^"\n]{2,300})"|“([^”\n]{2,300})”|`([^`\n]{2,300})`|(?<![\w])'([^'\n]{2,300})'(?!\w)|«([^»\n]{2,300})»/g,
  )) {
    add(match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5]);
  }
  // Lines of a ticket that look copied from a log.
  for (const line of text.split('\n')) {
    const message = /(?:\b(?:ERROR|FATAL|WARN(?:ING)?|SEVERE|CRITICAL|PANIC|BUG)\b:?\]?\s*)(\S.{8,200})$/.exec(
      line,
    )?.[1];
    if (message !== undefined && text.includes('\n')) add(message);
  }
  return found.slice(0, 8);
}

/** "find connection reset in the log": up to five words after the verb, without the closing place. */
function softPhraseOf(text: string): string | undefined {
  const match =
    /\b(?:find(?! out\b)|search(?: for)?|grep(?: for)?|look for|locate|containing|that contain|mention(?:s|ing)?(?: of)?|(?:the )?(?:word|term|text|string|phrase))\s+(?:all |any |the |every |lines? with |occurrences of |mentions? of |word |term |text |string |phrase )*([^?.!,;]{2,120})/i.exec(
      text,
    );
  const words =
    match?.[1]
      ?.replace(/\s+(?:in|from|inside|within|across|on) (?:the|this|these|my|our|all)\b.*$/i, '')
      .trim()
      .split(' ') ?? [];
  return words.length === 0 || words.length > 5 ? undefined : words.join(' ');
}

const stopWords = new Set(
  `a an and any are as at be because been before after being but by can could did do does during each every few for from get
  give had has have having he her here how i if in into is it its just know let like list look make many may me might more
  most much my need no not now of off on once only or our out over own per please see she should show since so some still such
  tell than that the their them then there these they this those through time times to too under until up us very was we well
  were what when where which while who whom why will with without would you your problem problems issue issues wrong error
  errors happened happen happens happening going log logs file files find search cause causes caused reason analysis
  analyze analyse explain check help thanks hello hi dear lines line message messages occur occurred occurs seen related
  anything something there's what's whats summary summarize summarise summarised overview describe attached attachment customer
  reported report user says said found around between about start started begin began end ended last first minutes minute
  hours hour seconds today yesterday morning night utc failing fails fail failed failure failures broken work working works
  were there us behind whole different kind kinds type types number count often long exactly exact why's pm am thing things
  bad good normal unusual strange odd weird system app application investigate investigation debug trouble unable user users customer customers people everything everyone
  went goes gone rundown recap quick quickly tl dr tldr gist
  get gets getting data since performance called named someone somebody anyone anybody again according already yet ever
  ago lately recently suddenly actually currently apparently anyway possibly`.split(/\s+/),
);

const outcome =
  /^(?:fail\w*|errors?|timeouts?|timed|refused|denied|reset|expired|rejected|lost|broken|invalid|killed|exceeded|slow)$/i;

function pairsOf(text: string): string[] {
  const tokens = text.match(/[\p{L}\d_][\p{L}\d_./@-]*/gu) ?? [];
  const found: string[] = [];
  for (let at = 0; at + 1 < tokens.length && found.length < 3; at++) {
    const [first, second] = [tokens[at]!, tokens[at + 1]!];
    const named = outcome.test(first) ? second : outcome.test(second) ? first : undefined;
    if (named === undefined || stopWords.has(named.toLowerCase()) || outcome.test(named)) continue;
    if (text.includes(`${first} ${second}`)) found.push(`${first} ${second}`);
  }
  return found;
}

/** "404 responses", "status 503", "HTTP 500": a number that is a code and no amount. */
function isStatusAsked(word: string, text: string): boolean {
  if (!/^[1-5]\d\d$/.test(word)) return false;
  if (new RegExp(`\\b${word}'?s\\b`).test(text)) return true;
  const isCounted = new RegExp(
    `\\b(?:the|all|any|those|these|of|many|often|count|number of) ${word}(?=\\s*(?:[?,.!]|$|(?:and|in|on|from|at|by|for|since)\\b))`,
    'i',
  );
  if (/^[45]/.test(word) && isCounted.test(text)) return true;
  const near = new RegExp(
    `(?:status|https?|codes?|return\\w*|answer\\w*|g[eo]t\\w*|respon\\w+|g[ai]ves?|throw\\w*)\\W{0,3}(?:with |an? |the |code\\W{0,3})*${word}\\b|\\b${word}s?\\W{0,3}(?:responses?|errors?|status|codes?|answers?|requests?|not found|internal|bad|service|gateway|too many|unauthori|forbidden)`,
    'i',
  );
  return near.test(text.slice(0, 2000));
}

/** Particular words first: with digits, dots, slashes, dashes or capitals inside; then the rest by length. */
function termsOf(text: string, phrases: readonly string[]): string[] {
  const scored = new Map<string, number>();
  for (const token of text.match(/[\p{L}\d_][\p{L}\d_.:/@-]*[\p{L}\d_]|[\p{L}\d]/gu) ?? []) {
    const word = token.replace(/^[.:/-]+|[.:/-]+$/g, '').replace(/^([1-5]\d\d)s$/, '$1');
    if (word.length < 2 || word.length > 120 || stopWords.has(word.toLowerCase())) continue;
    if (/^root$/i.test(word) && /\broot[ -]causes?\b/i.test(text)) continue;
    if (
      /^\d{1,2}:\d\d(?::\d\d)?$|^\d{4}-\d\d-\d\d/.test(word) ||
      (/^\d{1,3}$/.test(word) && !isStatusAsked(word, text))
    )
      continue;
    if (phrases.some((phrase) => phrase === word)) continue;
    const isShaped = /[\d_./:@-]/.test(word) || /[a-z][A-Z]/.test(word);
    const isName = /^[A-Z]{2,}/.test(word);
    scored.set(word, Math.max(scored.get(word) ?? 0, (isShaped ? 100 : isName ? 50 : 0) + Math.min(20, word.length)));
  }
  return [...scored]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, 24)
    .map(([word]) => word);
}
