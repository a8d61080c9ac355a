import type { Query } from '../query/query.ts';
import type { TimeRead } from './window.ts';

/** What a question was read as, and how much of it was understood. */
export interface Understanding {
  query: Query;
  /** Content words that nothing in the file or the language of questions took up. */
  unread: string[];
  /** Names that are nowhere in the file. */
  absent: string[];
  /** Words were taken by what they mean rather than by what the lines say. */
  isInferred: boolean;
  /** Of a question why: some of its words mean nothing here, so what happened is not known by the others alone. */
  isPartly?: boolean;
  /** Why it is so is asked, and not what happened. */
  asksReason?: boolean;
  /** What the question calls the lines that are meant, and no line does. */
  unnamed?: string;
}

/** A question as it is read. */
export interface Parsed extends Understanding {
  /** One of perhaps several is meant: "the alarm". */
  isOneOf?: boolean;
  /** A time outside of the file. */
  timeOutside?: string;
  /** Whether there ever was such a thing. */
  isOfAny?: boolean;
  /** Too long for a question. */
  isProse: boolean;
  /** Words that no line has, read as others that lines do. */
  taken?: readonly string[];
  /** Words that the query stands for in no way. */
  passedOver?: readonly string[];
  /** What was left out of the question, in its own words. */
  left?: readonly string[];
  /** Each of its words was taken up. */
  isFramed?: boolean;
}

export const isUnderstood = ({ query: { take }, unread, absent, unnamed }: Understanding): boolean =>
  !/^(?:unknown|explain)$/.test(take) && unread.length + absent.length === 0 && unnamed === undefined;

/** What a question has beside its words. */
export interface Around {
  times: readonly TimeRead[];
  quotes: readonly string[];
  /** It ends with a question mark. */
  isAsked?: boolean;
}
