import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';

type Audience = 'ws' | 'device';
export const deviceLifetimeMs = 180 * 86_400_000;
const lifetimeMs: Record<Audience, number> = { ws: 5 * 60_000, device: deviceLifetimeMs };
const issuer = 'logtriage';

const secretsSchema = z.array(z.object({ kid: z.string(), secret: z.string().min(43) })).min(1);

export interface SessionTokens {
  issue(userId: string, sessionId: string): Promise<{ token: string; expiresAtMs: number }>;
  /** Undefined for anything but a token of ours that has not expired. Whether the session lives is asked elsewhere. */
  verify(token: string): Promise<{ userId: string; sessionId: string } | undefined>;
  /** For a browser somebody signed in with: it opens nothing, and only tells it from those of strangers who guess. */
  issueDevice(userId: string): Promise<string>;
  verifyDevice(token: string): Promise<{ userId: string; deviceId: string } | undefined>;
}

/**
 * Short-lived tokens for streaming, and long-lived ones for known browsers. The file holds the secrets, newest first; to
 * rotate, put a new one in front and remove the old one five minutes later.
 */
export function createSessionTokens({ path, clock }: { path: string; clock: Clock }): SessionTokens {
  let loaded: Promise<z.infer<typeof secretsSchema>> | undefined;
  const secrets = () => {
    loaded ??= loadSecrets(path);
    return loaded;
  };

  async function sign(audience: Audience, userId: string, claims: Record<string, string>) {
    const [newest] = await secrets();
    const issuedAtSeconds = Math.floor(clock.now() / 1000);
    const expiresAtMs = issuedAtSeconds * 1000 + lifetimeMs[audience];
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: newest!.kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(userId)
      .setJti(newId(clock))
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(expiresAtMs / 1000)
      .sign(Buffer.from(newest!.secret, 'base64url'));
    return { token, expiresAtMs };
  }

  async function open(audience: Audience, token: string) {
    const known = await secrets();
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) =>
          Buffer.from(known.find((entry) => entry.kid === kid)?.secret ?? randomBytes(32).toString('hex'), 'base64url'),
        {
          algorithms: ['HS256'],
          issuer,
          audience,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp', 'sub', 'jti'],
        },
      );
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  return {
    issue: (userId, sessionId) => sign('ws', userId, { sid: sessionId }),
    async verify(token) {
      const payload = await open('ws', token);
      return typeof payload?.sid === 'string' ? { userId: payload.sub!, sessionId: payload.sid } : undefined;
    },
    issueDevice: async (userId) => (await sign('device', userId, {})).token,
    async verifyDevice(token) {
      const payload = await open('device', token);
      return payload && { userId: payload.sub!, deviceId: payload.jti! };
    },
  };
}

async function loadSecrets(path: string): Promise<z.infer<typeof secretsSchema>> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = [{ kid: randomBytes(6).toString('hex'), secret: randomBytes(32).toString('base64url') }];
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(fresh));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return secretsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}
