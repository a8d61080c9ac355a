import type { Clock } from '#core/clock.ts';
import { createSigner } from '#core/signer.ts';

/** Signed addresses of this program's own pages: whoever has one was shown it where it was posted. */
export interface PageLinks {
  /** The page behind one answer at one place. Undefined: people cannot reach such a page here. */
  caseUrl(questionId: string, placeKey: string): Promise<string | undefined>;
  isCaseToken(questionId: string, placeKey: string, token: string): Promise<boolean>;
  /** The operator's board for as long as `boardLinkMs`: to be shown to operators alone. */
  boardUrl(): Promise<string | undefined>;
  isBoardToken(untilMs: number, token: string): Promise<boolean>;
}

interface PageLinkOptions {
  /** Signs; at least 32 random characters. Undefined: there are no such addresses. */
  secret: string | undefined;
  publicUrl: string | undefined;
  clock: Clock;
}

export const boardLinkMs = 15 * 60_000;

export function createPageLinks({ secret, publicUrl, clock }: PageLinkOptions): PageLinks {
  const signatureOf = createSigner(secret ?? '');

  async function sign(text: string): Promise<string> {
    const signature = await signatureOf(text);
    const letters = btoa(String.fromCharCode(...signature.subarray(0, 18)));
    return letters.replaceAll('+', '-').replaceAll('/', '_');
  }

  /** What is compared was signed here, so how long a comparison takes tells nothing of the secret. */
  async function isSigned(text: string, token: string): Promise<boolean> {
    return secret !== undefined && (await sign(await sign(text))) === (await sign(token));
  }

  return {
    async caseUrl(questionId, placeKey) {
      if (!secret || !publicUrl) return undefined;
      return `${publicUrl}/console/cases/${questionId}/${await sign(caseText(questionId, placeKey))}`;
    },
    isCaseToken: (questionId, placeKey, token) => isSigned(caseText(questionId, placeKey), token),
    async boardUrl() {
      if (!secret || !publicUrl) return undefined;
      const untilMs = clock.now() + boardLinkMs;
      return `${publicUrl}/board?until=${untilMs}&token=${await sign(boardText(untilMs))}`;
    },
    isBoardToken: async (untilMs, token) => clock.now() <= untilMs && (await isSigned(boardText(untilMs), token)),
  };
}

const caseText = (questionId: string, placeKey: string) => `case ${questionId} ${placeKey}`;
const boardText = (untilMs: number) => `board ${untilMs}`;
