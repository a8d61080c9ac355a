import type { Dissection, Transport } from './dissection.ts';
import { parseDnsMessages } from './dns-messages.ts';
import { createHttpExchange, createHttpParser, looksLikeHttp } from './http-messages.ts';
import type { Parsed, Payload } from './stream-messages.ts';
import { cannotBeTls, createTlsParser, createTlsSession, looksLikeTls } from './tls-messages.ts';

/** What the bytes of one connection carry, as far as they are read. */
export interface TcpProtocols {
  /** Hands a payload to the protocol it belongs to. `names` are the layers that the frame carries by it. */
  parse(dissection: Dissection, transport: Transport, payload: Payload): Parsed & { names: string[] };
  /** The side that was asked for the connection, once known: its port decides first. */
  setServerPort(port: number): void;
}

type Known = 'tls' | 'http' | 'dns';

/** As IANA assigns them to protocols over TLS, HTTP and DNS. */
const tlsPorts = [
  324, 443, 465, 636, 802, 853, 993, 995, 1300, 2221, 2443, 3249, 3250, 3251, 3252, 3496, 5061, 5671, 5684, 5868, 8883,
  11207, 19999, 27017,
];
const httpPorts = [80, 631, 1900, 2710, 2869, 3128, 3132, 3689, 5985, 8080, 8088, 11371];
/** Services with a protocol of their own, in which no other is looked for. */
const ownPorts = [
  7, 13, 19, 20, 21, 22, 23, 25, 37, 43, 49, 70, 79, 88, 102, 110, 111, 119, 139, 143, 161, 162, 179, 199, 210, 389,
  427, 445, 464, 502, 512, 513, 514, 515, 524, 547, 548, 554, 564, 587, 639, 646, 647, 674, 705, 873, 1080, 1099, 1102,
  1194, 1344, 1433, 1521, 1720, 1723, 1755, 1863, 1883, 1935, 2000, 2049, 2123, 2152, 2401, 2404, 2427, 2727, 2944,
  2945, 3050, 3260, 3268, 3306, 3389, 3868, 4369, 4420, 4739, 4840, 5060, 5190, 5222, 5432, 5445, 5500, 5672, 5900,
  5901, 6379, 6653, 6667, 6881, 8009, 9042, 9092, 9418, 10000, 11211, 13400, 20000, 44818,
];
const byPort = new Map<number, Known | 'own'>([
  [53, 'dns'],
  [5353, 'dns'],
  ...tlsPorts.map((port) => [port, 'tls'] as const),
  ...httpPorts.map((port) => [port, 'http'] as const),
  ...ownPorts.map((port) => [port, 'own'] as const),
]);

/** How a client asks to go on under TLS, and how a server agrees (RFC 2595, 3207, 4217, 6120, PostgreSQL, NNTP). */
const upgradeRequest = /^(?:\S+ STARTTLS|STARTTLS|STLS|AUTH (?:TLS|SSL)(?:-[CP])?)\s*$|<starttls\b/i;
const upgradeConsent = /^(?:220|234|334|382|\+OK|\S+ OK)\b|<proceed\b/;
const postgresRequest = '\0\0\0\x08\x04\xd2\x16\x2f';

export function createTcpProtocols(): TcpProtocols {
  const exchange = createHttpExchange();
  const parsers = { tls: createTlsParser(createTlsSession()), http: createHttpParser(exchange), dns: parseDnsMessages };
  let settled: Known | undefined;
  let serverPort: number | undefined;
  let asksForTls: 'no' | 'asked' | 'postgres' = 'no';

  function byPorts(bytes: Uint8Array, ports: readonly number[]): Known | 'own' | undefined {
    for (const port of ports) {
      const protocol = byPort.get(port);
      if (protocol && !(protocol === 'tls' && cannotBeTls(bytes))) return protocol;
    }
    return undefined;
  }

  function choose(bytes: Uint8Array, ports: readonly number[]): Known | undefined {
    const protocol = byPorts(bytes, ports);
    if (protocol) return protocol === 'own' ? undefined : protocol;
    if (looksLikeTls(bytes)) settled = 'tls';
    else if (looksLikeHttp(bytes)) settled = 'http';
    return settled;
  }

  function watchUpgrade({ bytes, side }: Payload): void {
    if (bytes.length > 1_024) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    if (side === 'client') {
      if (text === postgresRequest) asksForTls = 'postgres';
      else asksForTls = upgradeRequest.test(text) ? 'asked' : 'no';
      return;
    }
    const isAgreed = asksForTls === 'postgres' ? text === 'S' : asksForTls === 'asked' && upgradeConsent.test(text);
    if (isAgreed) settled = 'tls';
  }

  return {
    setServerPort(port) {
      serverPort = port;
    },
    parse(dissection, { sourcePort, destinationPort }, payload) {
      const ports = [Math.min(sourcePort, destinationPort), Math.max(sourcePort, destinationPort)];
      if (serverPort !== undefined) ports.unshift(serverPort);
      const isSettled = settled !== undefined && !(settled === 'tls' && cannotBeTls(payload.bytes));
      const protocol = isSettled ? settled : choose(payload.bytes, ports);
      if (protocol === undefined) {
        watchUpgrade(payload);
        return { isNamed: false, names: [] };
      }
      const isTunnel = protocol === 'http' && exchange.method === 'CONNECT' && exchange.status === 200;
      if (!isTunnel) return named(parsers[protocol](dissection, payload), [protocol]);
      const inner = choose(payload.bytes, [Number(exchange.target.split(':')[1] ?? 0)]);
      settled = 'http';
      if (inner === undefined || inner === 'http') return { isNamed: true, names: ['http'] };
      const parsed = named(parsers[inner](dissection, payload), [inner]);
      return { ...parsed, isNamed: true, names: ['http', ...parsed.names] };
    },
  };
}

function named(parsed: Parsed, names: string[]): Parsed & { names: string[] } {
  return { ...parsed, names: parsed.isNamed ? names : [] };
}
