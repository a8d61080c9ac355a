import { bytesToHex } from '@noble/hashes/utils.js';
import { equalInConstantTime, hmacSha256 } from '../../intake/proof.ts';

const livesMs = 10 * 60_000;
const encoder = new TextEncoder();

/** What goes to Slack and comes back with the browser that was sent there, and what that browser alone keeps. */
interface IssuedState {
  state: string;
  cookie: string;
}

type StateProblem = 'expired' | 'other_browser' | 'not_ours';

/** Signs with a key made of the client's secret: every process of an installation has that one, and nobody else. */
export function createInstallState(clientSecret: string) {
  const sign = (text: string) =>
    bytesToHex(hmacSha256(encoder.encode(clientSecret), encoder.encode(`install-state:${text}`)));

  return {
    issue(nowMs: number): IssuedState {
      const nonce = crypto.randomUUID();
      const cookie = crypto.randomUUID();
      const head = `${nonce}.${nowMs + livesMs}`;
      return { state: `${head}.${sign(`${head}.${cookie}`)}`, cookie };
    },

    /** The state's own name, to be used once; or what is wrong with it. */
    read(state: string, cookie: string | undefined, nowMs: number): { nonce: string } | { problem: StateProblem } {
      const [, nonce, untilMs, signature] = /^([\w-]{36})\.(\d{1,16})\.([0-9a-f]{64})$/.exec(state) ?? [];
      if (!nonce || !untilMs || !signature) return { problem: 'not_ours' };
      if (Number(untilMs) < nowMs) return { problem: 'expired' };
      const isSigned = equalInConstantTime(signature, sign(`${nonce}.${untilMs}.${cookie ?? ''}`));
      return isSigned && cookie ? { nonce } : { problem: 'other_browser' };
    },
  };
}
