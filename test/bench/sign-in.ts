export interface Account {
  email: string;
  password: string;
}

/** The cookie of a session. */
export async function signIn(origin: string, account: Account): Promise<string> {
  const answer = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export async function newApiKey(origin: string, account: Account): Promise<string> {
  const made = await fetch(`${origin}/console/api/keys`, {
    method: 'POST',
    headers: { cookie: await signIn(origin, account), origin, 'content-type': 'application/json' },
    body: '{}',
  });
  const answer = (await made.json()) as { data: { key: string } };
  return answer.data.key;
}

/** What streams are opened with. */
export async function sessionToken(origin: string, cookie: string): Promise<string> {
  const made = await fetch(`${origin}/auth/session-token`, { method: 'POST', headers: { cookie, origin } });
  const answer = (await made.json()) as { data: { token: string } };
  return answer.data.token;
}
