import { queryTakes } from '#core/query-takes.ts';
import { isNamedLikeLog, type NoLog, noLogWords } from './is-log.ts';
import { withoutTickets } from './issue-keys.ts';
import type { ChatMessage, ListedFile } from './ports.ts';
import { skipWords } from './sentences.ts';

type MessageDecision =
  | { do: 'ignore'; reason: string }
  /** `skip`: why others get no analysis, told in words that follow their name. Either may be empty, not both. */
  | { do: 'take-files'; take: ListedFile[]; skip: { name: string; words: string }[] }
  /** A question about the files this thread is about, whether the bot has heard of them or not. */
  | { do: 'follow-up'; question: string }
  /** A mention that names a ticket and no file: as `/triage <ticket> [question]`, answered in the thread. */
  | { do: 'ask-ticket'; issueKey: string; question: string }
  /** A question in a direct message, below no file: it is about the newest one there. */
  | { do: 'ask-newest'; question: string }
  /** A mention or direct message that asks nothing we could answer. */
  | { do: 'help' };

interface ThreadKnowledge {
  isDirect: boolean;
  /** The bot knows files of this thread, or it is below an answer of its own. */
  isAtHome: boolean;
  /** Tickets the message names. */
  issueKeys: readonly string[];
  /** Files of the message that are no logs, by id. */
  noLogs: ReadonlyMap<string, NoLog>;
  /** The policy of the place wants a word about each file, also where nobody asked the bot. */
  tellsOfAll?: boolean;
}

/** What one message, fetched anew, asks the bot to do. */
export function decideMessage(message: ChatMessage, knowledge: ThreadKnowledge): MessageDecision {
  const { isDirect, isAtHome, issueKeys } = knowledge;
  const { author, files, text, spoken, mentionsBot } = message;
  if (author.kind === 'own_bot') return { do: 'ignore', reason: 'own message' };
  const isReply = message.threadTs !== message.ts;
  if (author.kind === 'other_bot' && (isReply || files.length === 0)) {
    // Two bots that answer in threads would answer each other for ever.
    return { do: 'ignore', reason: 'it is from another bot' };
  }
  const isAddressed = mentionsBot || isDirect;
  if (files.length === 0 && courtesy.test(spoken)) return { do: 'ignore', reason: 'a courtesy' };
  const sorted = sortFiles(files, knowledge, isAddressed);
  const said = withoutTickets(spoken, issueKeys);
  const question = isAddressed ? withoutDeep(said) : said;
  if (isAddressed && files.length === 0 && /^help[\s.!?]*$/i.test(question)) return { do: 'help' };
  // A picture beside a question about the thread's file illustrates it.
  const asksOfThread = isReply && isAddressed && question !== '';
  if (sorted.take.length > 0 || (sorted.skip.length > 0 && !asksOfThread)) return { do: 'take-files', ...sorted };
  if (isAtHome && (isAddressed || (!message.mentionsOthers && isQuestion(text)))) {
    return isReply || question ? { do: 'follow-up', question } : { do: 'help' };
  }
  if (!isAddressed) return { do: 'ignore', reason: files.length > 0 ? 'no logs' : 'talk between people' };
  const [issueKey] = issueKeys;
  if (issueKey) return { do: 'ask-ticket', issueKey, question };
  if (isReply) return { do: 'follow-up', question };
  return isDirect && isQuestion(question) ? { do: 'ask-newest', question } : { do: 'help' };
}

/** What is taken, and of what else people are told why it is not: all where they asked, else only what may be missed. */
function sortFiles(
  files: readonly ListedFile[],
  { noLogs, tellsOfAll }: ThreadKnowledge,
  isAddressed: boolean,
): { take: ListedFile[]; skip: { name: string; words: string }[] } {
  const take = files.filter(({ id, skip }) => !skip && !noLogs.has(id));
  const isAsked = isAddressed || tellsOfAll;
  const skip = files.flatMap((file) => {
    const { id, name, skip: reason } = file;
    if (reason) {
      const isMissed = take.length > 0 || isNamedLikeLog(file);
      return isAsked || isMissed ? [{ name, words: skipWords(reason) }] : [];
    }
    const noLog = noLogs.get(id);
    return noLog && isAsked ? [{ name, words: noLogWords(noLog) }] : [];
  });
  return { take, skip };
}

/** What people say at the end of a talk, to the bot too. */
const courtesy =
  /^(?:(?:many |ok(?:ay)?,? )?thanks?(?: you| a lot| so much)?|thx|ty|cheers|great|nice|cool|perfect|awesome|good (?:bot|job|work)|well done|got it|ok(?:ay)?|👍|🙏|:\+1:|:pray:)[\s.!)👍🙏]{0,10}$/iu;

const openers =
  /^(what|which|when|why|how|who|where|whose|is|are|was|were|do|does|did|can|could|has|have|had|show|find|list|count|compare|summari[sz]e|explain|tell|give|check|look)\b/i;

/** Commands and comments begin with `deep`, so people write it to the bot as well. */
function withoutDeep(question: string): string {
  const rest = /^deep[:,]?\s+(?<rest>.*)$/is.exec(question)?.groups?.rest ?? '';
  return openers.test(rest) ? rest : question;
}

/** `count status=500 by path`, `p95 of ms`: how a query is written, and people seldom write to each other. */
const written = new RegExp(
  `^(?:read as:? *)?\`?(?:${queryTakes.join('|')}|p\\d\\d)\\b(?:.*[^\\s=](?:=|!=|[<>]=?)\\S| (?:of \\S+|by \\S+|of \\S+,? by \\S+)\`?$)`,
  'is',
);

/** Whether words in a thread, said to nobody, ask for something: a question mark at an end, or how questions begin. */
export function isQuestion(text: string): boolean {
  const words = text.trim();
  if (words.length < 3 || words.length > 4_000) return false;
  return /\?(\s|$)/.test(words) || openers.test(words) || written.test(words);
}
