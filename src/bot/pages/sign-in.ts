import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Clock } from '#core/clock.ts';
import type { Viewer } from '#core/pages/case-record.ts';

/** A provider that vouches for people: Slack, or any other that speaks OpenID Connect. */
export interface SignIn {
  name: string;
  /** Where the browser goes, and what it has to bring back. */
  begin(callback: string): Promise<{ url: string; flow: SignInFlow }>;
  /** Throws where anything of the answer is not as it must be. */
  end(answer: URL, flow: SignInFlow): Promise<Person>;
}

interface SignInFlow {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Person {
  subject: string;
  /** Confirmed by the provider. */
  emailAddress: string | undefined;
  /** Slack's workspace, where Slack signs in. */
  team: string | undefined;
}

export interface ReaderDeps {
  clock: Clock;
  /** Signs what the browser keeps. */
  secret: string;
  publicUrl: string | undefined;
}

const readerMs = 12 * 3_600_000;
const flowMs = 10 * 60_000;

/** Who reads a page, as a signed cookie tells: the bot has no accounts. */
export function createReaders({ clock, secret, publicUrl }: ReaderDeps) {
  const reader = createKept<Person>('logtriage_reader', '/console', readerMs);
  const flow = createKept<SignInFlow & { to: string }>('logtriage_sign_in', '/auth/oidc', flowMs);

  return {
    flow,
    remember: reader.set,
    async viewer(c: Context): Promise<Viewer | undefined> {
      const person = await reader.get(c);
      if (!person) return undefined;
      const { subject, team, emailAddress } = person;
      const slack = team ? { team, user: subject } : undefined;
      return { id: `page:${team ?? ''}:${subject}`, slack, emailAddress, opened: [] };
    },
  };

  function createKept<T extends object>(name: string, path: string, lastsMs: number) {
    // One cookie is never taken for another.
    const ownSecret = `${secret} ${name}`;
    return {
      async get(c: Context): Promise<T | undefined> {
        const text = await getSignedCookie(c, ownSecret, name);
        if (!text) return undefined;
        const { untilMs, value } = JSON.parse(text) as { untilMs: number; value: T };
        return clock.now() <= untilMs ? value : undefined;
      },
      async set(c: Context, value: T): Promise<void> {
        const text = JSON.stringify({ untilMs: clock.now() + lastsMs, value });
        await setSignedCookie(c, name, text, ownSecret, { ...options(c), path, maxAge: lastsMs / 1000 });
      },
      end(c: Context): void {
        deleteCookie(c, name, { path });
      },
    };
  }

  function options(c: Context): CookieOptions {
    const isOverTls = new URL(c.req.url).protocol === 'https:' || (publicUrl?.startsWith('https:') ?? false);
    return { httpOnly: true, sameSite: 'Lax', secure: isOverTls };
  }
}
