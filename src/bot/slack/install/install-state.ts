import { bytesToHex } from '@noble/hashes/utils.js';
import { createSigner } from '#core/signer.ts';
import { equalInConstantTime } from '../../intake/proof.ts';

const livesMs = 10 * 60_000;

/** What goes to Slack and comes back with the browser that was sent there, and what that browser alone keeps. */
interface IssuedState {
  state: string;
  cookie: string;
}

type StateProblem = 'expired' | 'other_browser' | 'not_ours';

/** Signs with a key made of the client's secret: every process of an installation has that one, and nobody else. */
export function createInstallState(clientSecret: string) {
  const signatureOf = createSigner(clientSecret);
  const sign = async (text: string) => bytesToHex(await signatureOf(`install-state:${text}`));

  return {
    async issue(nowMs: number): Promise<IssuedState> {
      const nonce = crypto.randomUUID();
      const cookie = crypto.randomUUID();
      const head = `${nonce}.${nowMs + livesMs}`;
      return { state: `${head}.${await sign(`${head}.${cookie}`)}`, cookie };
    },

    /** The state's own name, to be used once; or what is wrong with it. */
    async read(
      state: string,
      cookie: string | undefined,
      nowMs: number,
    ): Promise<{ nonce: string } | { problem: StateProblem }> {
      const [, nonce, untilMs, signature] = /^([\w-]{36})\.(\d{1,16})\.([0-9a-f]{64})$/.exec(state) ?? [];
      if (!nonce || !untilMs || !signature) return { problem: 'not_ours' };
      if (Number(untilMs) < nowMs) return { problem: 'expired' };
      const isSigned = equalInConstantTime(signature, await sign(`${nonce}.${untilMs}.${cookie ?? ''}`));
      return isSigned && cookie ? { nonce } : { problem: 'other_browser' };
    },
  };
}
