import { RemoteError } from '#core/errors.ts';
import type { Json } from '#jobs/queue.ts';
import type { Destination, PlannedPart, Post, Posted } from '../../src/bot/delivery/destination.ts';
import type { TestClock } from './test-clock.ts';

export interface MemoryMessage extends Posted {
  key: string;
  place: unknown;
  content: unknown;
  ref: Json;
}

/** What the vendor does with the next call that posts. `lands late`: the message appears 17 s after the call failed. */
export type PostFault =
  | 'ok'
  | 'refused'
  | 'signed out'
  | 'down'
  | 'limited'
  | 'lost'
  | 'stored'
  | 'hangs'
  | 'lands late';

export interface MemoryVendor {
  destination: Destination;
  messages: MemoryMessage[];
  /** Consumed one a call; then all is well. */
  postFaults: PostFault[];
  /** Consumed one a look-up; then all is well. */
  findFaults: RemoteError[];
  posts: Post[];
}

/** A vendor without idempotency keys, whose faults are those of Slack and Jira. Messages are rendered as their parts. */
export function createMemoryVendor(clock: TestClock, options: Partial<Destination> = {}): MemoryVendor {
  const messages: MemoryMessage[] = [];
  const postFaults: PostFault[] = [];
  const findFaults: RemoteError[] = [];
  const posts: Post[] = [];
  let count = 0;

  function store(post: Post): MemoryMessage {
    count += 1;
    const message = { key: post.key, place: post.place, content: post.content, ref: count, postedAtMs: clock.now() };
    messages.push(message);
    return message;
  }

  const destination: Destination = {
    kind: 'memory',
    rateGroup: (place) => String(place),
    render: (_place, message) => (message as { parts: PlannedPart[] }).parts,
    async post(post) {
      posts.push(post);
      switch (postFaults.shift() ?? 'ok') {
        case 'refused':
          throw new RemoteError('forbidden', 'refused', { status: 200, reason: 'not_in_channel' });
        case 'signed out':
          throw new RemoteError('unauthorized', 'token refused', { reason: 'token_revoked' });
        case 'down':
          throw new RemoteError('unavailable', 'connection refused', { reason: 'ECONNREFUSED' });
        case 'limited':
          throw new RemoteError('retry_later', 'rate limited', { status: 429, retryAfterMs: 7_000 });
        case 'lost':
          throw new RemoteError('unavailable', 'failed', { status: 502, isAmbiguous: true });
        case 'stored':
          store(post);
          throw new RemoteError('unavailable', 'failed', { status: 500, isAmbiguous: true });
        case 'hangs':
          store(post);
          return await new Promise<never>(() => {});
        case 'lands late':
          clock.after(17_000, () => store(post));
          throw new Error('socket hang up');
        case 'ok':
          return store(post);
      }
    },
    async find({ key }) {
      const fault = findFaults.shift();
      if (fault) throw fault;
      return messages.filter((message) => message.key === key);
    },
    async remove(_post, ref) {
      const index = messages.findIndex((message) => message.ref === ref);
      if (index >= 0) messages.splice(index, 1);
    },
    ...options,
  };
  return { destination, messages, postFaults, findFaults, posts };
}
