import { queryTakes } from '#core/query-takes.ts';
import { withoutTickets } from './issue-keys.ts';
import type { ChatMessage, ListedFile, SkipReason } from './ports.ts';

export type MessageDecision =
  | { do: 'ignore'; reason: string }
  | { do: 'take-files'; take: ListedFile[]; skip: { name: string; reason: SkipReason }[] }
  /** A question about the files this thread is about, whether the bot has heard of them or not. */
  | { do: 'follow-up'; question: string }
  /** A mention that names a ticket and no file: as `/triage <ticket> [question]`, answered in the thread. */
  | { do: 'ask-ticket'; issueKey: string; question: string }
  /** A mention or direct message that asks nothing we could answer. */
  | { do: 'help' };

export interface ThreadKnowledge {
  isDirect: boolean;
  /** The bot knows files of this thread, or it is below an answer of its own. */
  isAtHome: boolean;
  /** Tickets the message names. */
  issueKeys: readonly string[];
}

/** What one message, fetched anew, asks the bot to do. */
export function decideMessage(
  message: ChatMessage,
  { isDirect, isAtHome, issueKeys }: ThreadKnowledge,
): MessageDecision {
  const { author, files, text, spoken, mentionsBot } = message;
  if (author.kind === 'own_bot') return { do: 'ignore', reason: 'own message' };
  const isReply = message.threadTs !== message.ts;
  if (author.kind === 'other_bot' && (isReply || files.length === 0)) {
    // Two bots that answer in threads would answer each other for ever.
    return { do: 'ignore', reason: 'message of another bot' };
  }
  if (files.length > 0) {
    const skip = files.flatMap((file) => (file.skip ? [{ name: file.name, reason: file.skip }] : []));
    return { do: 'take-files', take: files.filter((file) => !file.skip), skip };
  }
  const isAddressed = mentionsBot || isDirect;
  const question = withoutTickets(spoken, issueKeys);
  if (isAtHome && (isAddressed || (!message.mentionsOthers && isQuestion(text)))) {
    return spoken ? { do: 'follow-up', question } : { do: 'help' };
  }
  if (!isAddressed) return { do: 'ignore', reason: 'talk between people' };
  const [issueKey] = issueKeys;
  if (issueKey) return { do: 'ask-ticket', issueKey, question };
  return isReply ? { do: 'follow-up', question } : { do: 'help' };
}

const openers =
  /^(what|which|when|why|how|who|where|whose|is|are|was|were|do|does|did|can|could|has|have|had|show|find|list|count|compare|summari[sz]e|explain|tell|give|check|look)\b/i;

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
