import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ask, Silence, silenceFinding } from '../../src/commands/doctor/ask.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}

const said = async (url: string) => {
  const answer = await ask(url);
  if (!(answer instanceof Silence)) throw new Error(`${url} answered ${answer.status}`);
  const { words, fix } = silenceFinding('Jira', url, answer, 'JIRA_BASE_URL');
  return `${words}. ${fix}`;
};

it('tells a closed port, an unknown host, a wrong scheme and a closed connection apart', async () => {
  expect(await said(`http://127.0.0.1:${await freePort()}`)).toMatch(/nothing listens at this port\. .*JIRA_BASE_URL/);
  expect(await said('http://no-such-host.invalid')).toMatch(
    /finds no such host\. Correct the host name in JIRA_BASE_URL/,
  );
  const plain = await listen(createHttpServer((_, response) => response.end('hello')));
  expect(await said(`https://127.0.0.1:${plain}`)).toMatch(/does not speak TLS at this port\. Correct the scheme/);
  const closing = await listen(createServer((socket) => socket.end()));
  expect(await said(`http://127.0.0.1:${closing}`)).toMatch(/closed before an answer/);
  expect(await said('http://[')).toMatch(/does not answer: .*Invalid URL.* correct JIRA_BASE_URL/s);
});

it.each([
  ['CERT_HAS_EXPIRED', /has expired/, /renewed/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /authority this machine does not know/, /NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /authority this machine does not know/, /NODE_EXTRA_CA_CERTS/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/, /in LOG_SERVICE_URL/],
  ['UND_ERR_CONNECT_TIMEOUT', /no answer came/, /firewall/],
])('says what mends %s', (code, why, fix) => {
  const cause = Object.assign(new Error('deep below'), { code });
  const silence = new Silence(new TypeError('fetch failed', { cause }));
  expect(silence.why).toMatch(why);
  expect(silence.fix('LOG_SERVICE_URL')).toMatch(fix);
});

it('looks into the attempts at each address of a host', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const silence = new Silence(new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) }));
  expect(silence.why).toBe('nothing listens at this port');
});
