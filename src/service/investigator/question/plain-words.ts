import { anyOf } from '#core/any-of.ts';
import { inEnglish } from './other-languages.ts';
import { withoutTypos } from './typos.ts';

const greeting = anyOf([/all|team|everyone|everybody|folks|guys|there|bot|triage|logtriage|zusammen|à tous|a todos/], {
  before: String.raw`^(?:(?:hey|hi|hello|hallo|dear|yo|ok|okay|so|well|um|sorry|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|bonjour|hola|moin)\b(?: (?:`,
  after: String.raw`))*[\s,!.:-]*|(?:team|folks|guys|all|everyone)\s*[,:!]\s*|@[\w.-]+[\s,:]*|(?:quick|short|small|urgent|another|one more|a) (?:question|one)\s*[:,-]\s*|(?:q|question|urgent|asap|fyi|btw)\s*[:,!-]+\s*)`,
  flags: 'i',
});
const polite = anyOf(
  [
    /(?:can|could|can't|would|will) (?:you|u|someone|somebody|anyone|anybody|we)(?: (?:please|pls|plz|kindly|possibly|maybe|quickly|just|help me))*\s+/,
    /(?:please|pls|plz|kindly|bitte)[\s,]+/,
    /i(?:'d|'m| am| would| was|’d|’m)? (?:just |really )?(?:like|want|need|love|wondering|wanted|trying)(?: you)?(?: to)?\s+/,
    /(?:let me|lemme|help me(?: to)?|(?:any idea|no idea|do you know|does anyone know|anyone know|do we know|not sure|i wonder|i don't (?:know|understand)|i have no idea|is it possible to (?:say|tell|see|know)))\s+/,
  ],
  { before: '^(?:', after: ')', flags: 'i' },
);
const telling =
  /^(?:tell (?:me|us)|know|see|find out|figure out|work out|understand|explain(?: to (?:me|us))?|say|look up)\s+(?=(?:what|why|how|when|which|who|where|whether|if)\b)/i;
/** "Which host causes most of the errors": a ranking, and no question for a cause. */
const makesMost =
  /\b(?:caus(?:es?|ed|ing)|produc(?:es?|ed)|generat(?:es?|ed)|(?:is|are|was|were) responsible for|accounts? for)(?= (?:the )?most\b)/i;
const whether =
  /^(?:(?:check|verify|see|confirm|tell (?:me|us)|say|find out|know|determine|look|figure out|make sure|wondering|ask)\s+)?(?:if|whether|that)\s+/i;
const thanks =
  /[\s,.!?-]*\b(?:please|pls|plz|thanks(?: a lot| so much| in advance)?|thank you(?: very much| so much| in advance)?|thx|ty|cheers|asap|danke(?: schön| im voraus)?|bitte|merci(?: d'avance)?|gracias|s'il (?:vous|te) pla[iî]t|svp|por favor)[\s.!)]*$/i;
/** How times are to be told: as the file tells them. */
const clockWanted = / ?\((?:in |by |as )?(?:the )?(?:uptime|(?:seconds|time) since boot|clock time|local time)\)/i;
const subjectFirst = /^(there|it|this|that|(?:the |our |a |an )?[\w./:@-]+)\s+(is|are|was|were|has|have|had)\b/i;

/**
 * What is asked in plain English words: without greetings, politeness and thanks, not in capitals, with common slips of
 * the pen mended, and with the common words of other languages said in English. What is quoted stays as it is.
 */
export function plainWords(question: string): string {
  const quoted: string[] = [];
  // A quote is set aside under a sign that no rule touches.
  let text = question.replace(/"[^"]*"|“[^”]*”|`[^`]*`|«[^»]*»|(?<!\w)'[^']*'(?!\w)|\/[^/\s][^/\n]*\//g, (quote) => {
    quoted.push(quote);
    return `\u{f0000}${quoted.length - 1}\u{f0001}`;
  });
  text = text.replace(clockWanted, '').replace(/\s+/g, ' ').trim();
  if (isShouted(text)) text = text.toLowerCase();
  text = withoutFiller(text);
  text = withoutTypos(inEnglish(text));
  return text.replace(/\u{f0000}(\d+)\u{f0001}/gu, (_, index: string) => quoted[Number(index)] ?? '');
}

function withoutFiller(question: string): string {
  let text = question;
  for (let round = 0; round < 6; round++) {
    const before = text;
    text = text.replace(thanks, (end) => (end.includes('?') ? '?' : ''));
    text = text.replace(greeting, '');
    text = text.replace(
      /^(?:can|could|do) (?:you|we|i) (?:see|spot|detect|find) (?=(?:any|some|a sign|signs)\b)/i,
      'are there ',
    );
    text = text.replace(polite, '');
    text = text.replace(makesMost, 'have');
    text = text.replace(telling, '');
    if (text === before) break;
  }
  const asked = text.replace(whether, '');
  if (asked !== text && asked.length > 3) text = asQuestion(asked);
  return text.trim() === '' ? question : text;
}

/** "(check if) there were timeouts": "were there timeouts". */
function asQuestion(statement: string): string {
  const turned = statement.replace(subjectFirst, (_, subject: string, verb: string) => `${verb} ${subject}`);
  return turned === statement ? `did ${statement}` : turned;
}

/** Capitals throughout say nothing about names. */
function isShouted(text: string): boolean {
  return /[A-Z]/.test(text) && !/[a-z]/.test(text) && text.split(' ').length >= 3;
}
