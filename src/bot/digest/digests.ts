import type { Clock } from '#core/clock.ts';
import type { Queue } from '#jobs/queue.ts';
import { asPayload, nowDigestKind, setDigestKind } from './digest-jobs.ts';
import type { DigestSetting } from './parse-setting.ts';
import { formatWish } from './say-setting.ts';

export interface SetDigest {
  /** The same for each delivery of one command. */
  commandId: string;
  team: string;
  channel: string;
  user: string;
  responseUrl: string;
  setting: DigestSetting;
}

export interface Digests {
  /** Stores the wish and says, in a sentence, what was understood. */
  apply(wish: SetDigest): Promise<string>;
}

export function createDigests({ queue, clock }: { queue: Queue; clock: Clock }): Digests {
  return {
    async apply(wish) {
      const { setting, commandId } = wish;
      const kind = setting.kind === 'now' ? nowDigestKind : setDigestKind;
      const payload = asPayload({ wish, setAtMs: clock.now() });
      await queue.enqueue([{ kind, payload, dedupKey: `${kind}:${commandId}` }]);
      switch (setting.kind) {
        case 'now':
          return 'I will post the digest here.';
        case 'off':
          return 'No more digests in this channel.';
        default:
          return `I will post a digest here ${formatWish(setting)}, when something is new.`;
      }
    },
  };
}
