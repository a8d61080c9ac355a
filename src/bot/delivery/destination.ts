import type { Json } from '#jobs/queue.ts';

/** Names one vendor's way of posting: `slack` channel message, `jira` comment, and so on. */
export type DestinationKind = string;

/** What one message or comment, or one attached file, will hold. */
export interface PlannedPart<Content = unknown> {
  /** Plain JSON in the adapter's own form. */
  content: Content;
  /** What to post instead, as one part or several, where the vendor refuses this one: the text of a refused attachment. */
  otherwise?: readonly Content[];
}

/** One message or comment to post, as the ledger hands it to a vendor's adapter. */
export interface Post<Place = unknown, Content = unknown> {
  /** Which part of the answer: 0 is the answer itself; 1 and up are an attached file or text that did not fit. */
  part: number;
  /**
   * Stamped on the message so that `find` can see it again; unlike that of any other part or delivery. At most
   * 64 characters of `a-z0-9-`.
   */
  key: string;
  /** Where to post, as it was planned: channel and thread, ticket and visibility. */
  place: Place;
  /** As `render` gave it. */
  content: Content;
  /** When the delivery was planned, in milliseconds since the epoch: nothing of it can have been posted before. */
  plannedAtMs: number;
  /** The part 0 of this delivery once it is posted, for continuations that refer to it. Null for part 0. */
  firstRef: Json;
}

/** A message that exists at the vendor. */
export interface Posted {
  /** What the vendor calls it, enough for `remove`: a channel and time stamp, a comment id. */
  ref: Json;
  /** When the vendor made it, in milliseconds since the epoch: of two with one key the younger goes. */
  postedAtMs: number;
  /** What events about replies to it call it; absent where nobody can reply. */
  messageKey?: string;
}

/**
 * A vendor's way of posting. Every failure is a RemoteError: `isAmbiguous` where the message may exist although the call
 * failed, `retry_later` with the delay for a rate limit, and for a place that takes no messages `forbidden`,
 * `unauthorized`, `not_found` or `rejected` with the vendor's reason (`not_in_channel`, `is_archived`). A part that may be
 * refused on its own, such as an attached file, is planned with what to post in its stead.
 * A comment that must stay internal is posted as such or not at all: `forbidden` when that cannot be made sure.
 * The ledger bounds each call with `signal`; an adapter passes it on.
 */
export interface Destination<Place = unknown, Message = unknown, Content = unknown> {
  kind: DestinationKind;
  /** At least this long between two posts of one rate group. */
  gapMs?: number;
  /**
   * Turns a message into the parts to post, the answer itself first. Pure, and asked once for each delivery: the parts
   * are kept, so that what is posted after a restart is what was planned before it. `stamp` tells the files of this
   * delivery from those of others: a few letters and digits.
   */
  render(place: Place, message: Message, stamp: string): readonly PlannedPart<Content>[];
  /**
   * What shares a rate limit, from `place`: one channel, one site. A `retry_later` holds back all deliveries with it.
   */
  rateGroup(place: Place): string;
  /** Posts once, without retries of its own. */
  post(post: Post<Place, Content>, signal: AbortSignal): Promise<Posted>;
  /**
   * All messages at the vendor that carry `post.key`, oldest first. Must read what the vendor stores, never a cache, and
   * must look everywhere such a message can be. Throws when it cannot tell: an empty list means there is none.
   */
  find(post: Post<Place, Content>, signal: AbortSignal): Promise<Posted[]>;
  /** Changes one message to `post.content`; absent: what is posted stays as it is. May be repeated without harm. */
  edit?(post: Post<Place, Content>, ref: Json, signal: AbortSignal): Promise<void>;
  /** Takes one message away; one that is already gone is no error. */
  remove(post: Post<Place, Content>, ref: Json, signal: AbortSignal): Promise<void>;
}

/** The vendor's side of a progress marker: a reaction, a status line. Both calls may be repeated without harm. */
export interface ProgressMarker<Place = unknown> {
  kind: DestinationKind;
  /** Shows that work on the message at `place` goes on. */
  set(place: Place, signal: AbortSignal): Promise<void>;
  /** Takes the marker away or turns it into its end. */
  resolve(place: Place, outcome: ProgressOutcome, signal: AbortSignal): Promise<void>;
}

export type ProgressOutcome = 'answered' | 'failed' | 'dropped';
