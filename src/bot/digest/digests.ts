import type { DigestSetting } from './parse-setting.ts';

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
