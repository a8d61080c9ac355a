import { type Check, must, mustBe } from './check.ts';

export const accessChecks: readonly Check[] = [
  {
    ids: ['AUTH-1', 'AUTH-2', 'ENV-1'],
    title: 'no header, Bearer and other schemes are 401 on every path',
    basis: 'specified',
    async run(subject) {
      const { key } = subject.options;
      for (const path of ['/files', '/files/nothing', '/upload']) {
        for (const authorization of [null, `Bearer ${key}`, `Basic ${key}`, key, 'API_KEY', 'API_KEY wrong']) {
          const { status, code } = await subject.call('GET', path, { authorization });
          mustBe(status, 401, `the status of ${path} with ${authorization?.replace(key, '<key>')}`);
          mustBe(code, 401, 'code');
        }
      }
    },
  },
  {
    ids: ['AUTH-3', 'AUTH-4'],
    title: 'the scheme is taken in any case, and 401 says which one is wanted',
    basis: 'decided',
    async run(subject) {
      const lower = await subject.call('GET', '/files', { authorization: `api_key ${subject.options.key}` });
      mustBe(lower.status, 200, 'the status of api_key');
      const { headers } = await subject.call('GET', '/files', { authorization: null });
      must(/^API_KEY/.test(headers.get('www-authenticate') ?? ''), 'WWW-Authenticate must name API_KEY');
    },
  },
  {
    ids: ['AUTH-7', 'ENV-7', 'ENV-9'],
    title: '401 comes before 404 and 405; those come in the envelope with a request id',
    basis: 'decided',
    async run(subject) {
      mustBe((await subject.call('GET', '/nowhere', { authorization: null })).status, 401, 'the status without a key');
      const unknown = await subject.call('GET', '/nowhere');
      mustBe(unknown.status, 404, 'the status of an unknown path');
      mustBe(unknown.code, 404, 'code');
      must(unknown.headers.get('x-request-id'), 'X-Request-Id must be there');
      mustBe(unknown.data?.request_id, unknown.headers.get('x-request-id'), 'data.request_id');
      const method = await subject.call('DELETE', '/upload');
      mustBe(method.status, 405, 'the status of a wrong method');
      must(method.headers.get('allow')?.includes('POST'), 'Allow must name POST');
    },
  },
  {
    ids: ['AUTH-8'],
    title: 'a key in the address is not accepted',
    basis: 'specified',
    async run(subject) {
      const { key } = subject.options;
      for (const name of ['token', 'key', 'api_key', 'API_KEY', 'authorization']) {
        const { status } = await subject.call('GET', `/files?${name}=${key}`, { authorization: null });
        mustBe(status, 401, `the status of ?${name}=`);
      }
    },
  },
  {
    ids: ['WS-3', 'WS-4'],
    title: 'an API key opens no stream: 403 as header, refused as token',
    basis: 'specified',
    async run(subject) {
      const headers = { authorization: `API_KEY ${subject.options.key}` };
      for (const path of ['search/quick', 'search/deep', 'delta/quick', 'delta/research']) {
        mustBe((await subject.refusedUpgrade(path, headers)).status, 403, `the status of ${path}`);
        mustBe(
          (await subject.refusedUpgrade(`${path}?token=${subject.options.key}`)).status,
          401,
          `the status of ${path} with a key as token`,
        );
        mustBe((await subject.refusedUpgrade(path)).status, 401, `the status of ${path} without a token`);
      }
    },
  },
  {
    ids: ['KEY-2', 'KEY-3', 'KEY-5', 'KEY-6', 'KEY-9', 'KEY-7', 'KEY-12', 'N-21'],
    title: 'a key is shown once, exists once, and is revoked at once',
    basis: 'specified',
    needs: 'account',
    async run(subject) {
      const before = await subject.callSignedIn('GET', '/console/api/keys');
      const active = before.data.find((key: { status?: string; expires_at: string }) => key.status === 'active');
      if (active) {
        mustBe(
          (await subject.callSignedIn('POST', '/console/api/keys', {})).status,
          409,
          'the status beside an active key',
        );
        return;
      }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => subject.callSignedIn('POST', '/console/api/keys', {})),
      );
      const made = answers.filter(({ status }) => status === 201);
      mustBe(made.length, 1, 'the number of keys from twenty simultaneous generations');
      must(
        answers.every(({ status }) => status === 201 || status === 409),
        'the others must be 409',
      );
      const { key, id, created_at, expires_at } = made[0]!.data;
      mustBe(Date.parse(expires_at) - Date.parse(created_at), 90 * 86_400_000, 'the lifetime');
      const listed = await subject.callSignedIn('GET', '/console/api/keys');
      must(!JSON.stringify(listed.body).includes(key), 'the key must not be shown again');
      mustBe(
        (await subject.call('GET', '/files', { authorization: `API_KEY ${key}` })).status,
        200,
        'the status with it',
      );
      mustBe((await subject.callSignedIn('DELETE', `/console/api/keys/${id}`)).status, 200, 'the status of revoking');
      mustBe(
        (await subject.call('GET', '/files', { authorization: `API_KEY ${key}` })).status,
        401,
        'the status after it',
      );
    },
  },
  {
    ids: ['SES-1', 'SES-2', 'SES-5'],
    title: 'a session token is no API key, and a request from elsewhere is refused',
    basis: 'specified',
    needs: 'account',
    async run(subject) {
      const { token, cookie } = await subject.session();
      for (const scheme of ['API_KEY', 'Bearer']) {
        mustBe(
          (await subject.call('GET', '/files', { authorization: `${scheme} ${token}` })).status,
          401,
          `the status with ${scheme}`,
        );
      }
      const response = await fetch(`${subject.origin}/auth/session-token`, {
        method: 'POST',
        headers: { cookie, origin: 'https://elsewhere.example' },
      });
      mustBe(response.status, 403, 'the status of a foreign Origin');
    },
  },
];
