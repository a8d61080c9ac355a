import type { Dissection } from './dissection.ts';
import { printable } from './dns.ts';
import type { MessageParser, Parsed, Payload, Resume, Wants } from './stream-messages.ts';

/** What the two directions of a connection must tell each other. */
interface HttpExchange {
  /** Of the latest request, whose response comes next. */
  method: string | undefined;
  target: string;
  status: number | undefined;
  /** A request was seen: whatever else is sent belongs to HTTP. */
  isCertain: boolean;
  /** A 101 response handed the connection to another protocol. */
  isSwitched: boolean;
}

interface Head {
  kind: 'request' | 'response' | 'other';
  status: number;
  /** Where the body starts. */
  end: number;
  fields: Map<string, string>;
}

const methods = new Set(
  `GET PUT COPY HEAD LOCK MOVE POLL POST BCOPY BMOVE MKCOL TRACE PATCH LABEL MERGE DELETE SEARCH UNLOCK REPORT UPDATE
  NOTIFY BDELETE CONNECT OPTIONS CHECKIN PROPFIND CHECKOUT CCM_POST SUBSCRIBE PROPPATCH BPROPFIND BPROPPATCH UNCHECKOUT
  MKACTIVITY MKWORKSPACE RPC_CONNECT RPC_IN_DATA UNSUBSCRIBE RPC_OUT_DATA VERSION-CONTROL BASELINE-CONTROL
  SSTP_DUPLEX_POST`.split(/\s+/),
);
const maxLines = 2_000;
const maxLength = 2 ** 31 - 1;

export function createHttpExchange(): HttpExchange {
  return { method: undefined, target: '', status: undefined, isCertain: false, isSwitched: false };
}

/** A first line that starts or ends with an HTTP/1 version, on a port that nothing else owns. */
export function looksLikeHttp(bytes: Uint8Array): boolean {
  const line = lineAt(bytes, 0, true);
  if (!line || line.end === 8) return false;
  const text = latin1(bytes, 0, line.end).toUpperCase();
  return text.startsWith('HTTP/1.') || text.slice(-8).startsWith('HTTP/1.');
}

/** HTTP/1 messages (RFC 9112) of both directions: header, then a body by length, by chunks or up to the close. */
export function createHttpParser(exchange: HttpExchange): MessageParser {
  return (dissection, payload) => {
    if (exchange.isSwitched) return { isNamed: true };
    const { bytes } = payload;
    let isNamed = false;
    let at = 0;
    if (payload.resume) {
      const taken = payload.resume.take(bytes);
      if (taken === undefined && !payload.isLast)
        return { isNamed, wants: { from: 0, bytes: 'segment', resume: payload.resume } };
      at = taken ?? bytes.length;
      isNamed = true;
      exchange.isCertain ||= exchange.method !== undefined;
    }
    while (at < bytes.length) {
      const message = readMessage(dissection, payload, at, exchange);
      isNamed ||= message.isNamed;
      if (message.wants) return { isNamed, wants: message.wants };
      at = message.next;
    }
    return { isNamed };
  };
}

function readMessage(
  dissection: Dissection,
  { bytes, canWait, isLast }: Payload,
  from: number,
  exchange: HttpExchange,
): Parsed & { next: number } {
  const toEnd = { isNamed: false, next: bytes.length };
  const at = bytes.length - from > 3 && bytes[from] === 13 && bytes[from + 1] === 10 ? from + 2 : from;
  if (bytes[at]! < 0x20 || bytes[at]! > 0x7e) return { ...toEnd, isNamed: exchange.isCertain };
  const first = lineAt(bytes, at, canWait);
  if (!first) return { ...toEnd, wants: { from, bytes: 'segment' } };
  const line = latin1(bytes, at, Math.min(first.end, at + 8_192));
  const kind = kindOf(line);
  if (kind === 'other') {
    // Not a message: known HTTP goes on unread, and text with header-like lines is taken for a part of one.
    const isNamed = exchange.isCertain || line === '' || line.includes(':');
    return { ...toEnd, isNamed };
  }
  const head = readHead(bytes, at, kind, canWait);
  if (!head) return { ...toEnd, wants: { from, bytes: 'segment' } };
  const isBodiless = kind === 'response' && hasNoBody(head.status, exchange.method);
  const body = canWait && !isLast && !isBodiless ? bodyOf(bytes, head, kind) : undefined;
  note(dissection, line, head, exchange);
  if (body && 'wants' in body) return { ...toEnd, wants: { from, ...body.wants } };
  exchange.isCertain ||= kind === 'request';
  return { isNamed: true, next: Math.max(at + 1, body?.end ?? restEnd(bytes, head, kind, isBodiless)) };
}

function kindOf(line: string): Head['kind'] {
  const text = line.startsWith('M-') ? line.slice(2) : line;
  if (text.startsWith('HTTP/') || text.startsWith('ICY')) return 'response';
  const space = text.indexOf(' ');
  return methods.has(space < 0 ? text : text.slice(0, space)) ? 'request' : 'other';
}

/** Undefined while its end may still come. */
function readHead(bytes: Uint8Array, start: number, kind: Head['kind'], canWait: boolean): Head | undefined {
  const fields = new Map<string, string>();
  let at = start;
  for (let count = 0; count < maxLines; count++) {
    if (at >= bytes.length) return canWait ? undefined : finished(at);
    const line = lineAt(bytes, at, canWait);
    if (!line) return undefined;
    if (line.end === at) return finished(line.next);
    if (count > 0) {
      const text = latin1(bytes, at, Math.min(line.end, at + 8_192));
      const colon = text.indexOf(':');
      if (colon > 0) fields.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim());
    }
    at = line.next;
  }
  return finished(at);

  function finished(end: number): Head {
    const status = kind === 'response' ? Number.parseInt(latin1(bytes, start, start + 64).split(' ')[1] ?? '', 10) : 0;
    return { kind, status: Number.isNaN(status) ? 0 : status, end: Math.min(end, bytes.length), fields };
  }
}

function hasNoBody(status: number, method: string | undefined): boolean {
  const isTunnel = (method === 'CONNECT' || method === 'SSTP_DUPLEX_POST') && status >= 200 && status < 300;
  return method === 'HEAD' || isTunnel || (status >= 100 && status < 200) || status === 204 || status === 304;
}

function lengthOf({ fields }: Head): number | undefined {
  const text = fields.get('content-length') ?? '';
  const length = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return length !== undefined && length <= maxLength ? length : undefined;
}

function isChunked({ fields }: Head): boolean {
  return /^chunked/i.test(fields.get('transfer-encoding') ?? '');
}

function bodyOf(
  bytes: Uint8Array,
  head: Head,
  kind: Head['kind'],
): { end: number } | { wants: Omit<Wants, 'from'> } | undefined {
  if (isChunked(head)) {
    const chunks = createChunks();
    const taken = chunks.take(bytes.subarray(head.end));
    return taken === undefined ? { wants: { bytes: 'segment', resume: chunks } } : { end: head.end + taken };
  }
  const length = lengthOf(head);
  if (length !== undefined) {
    const missing = head.end + length - bytes.length;
    return missing > 0 ? { wants: { bytes: missing, resume: countedOnly } } : { end: head.end + length };
  }
  return kind === 'response' ? { wants: { bytes: 'stream', resume: countedOnly } } : { end: head.end };
}

/** Without waiting for more: what of these bytes belongs to the message. */
function restEnd(bytes: Uint8Array, head: Head, kind: Head['kind'], isBodiless: boolean): number {
  if (isBodiless) return head.end;
  if (isChunked(head)) return bytes.length;
  const length = lengthOf(head);
  if (length !== undefined) return Math.min(bytes.length, head.end + length);
  return kind === 'request' ? head.end : bytes.length;
}

const countedOnly: Resume = { readsBytes: false, take: () => 0 };

/** A chunked body (RFC 9112, section 7.1): sizes in hexadecimal, the last is zero. */
function createChunks(): Resume {
  let line = '';
  let left = 0;
  let expects: 'size' | 'data' | 'last line' = 'size';

  return {
    readsBytes: true,
    take(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (expects === 'data') {
          const step = Math.min(left, bytes.length - at);
          left -= step;
          at += step;
          if (left === 0) expects = 'size';
          continue;
        }
        const feed = bytes.indexOf(10, at);
        const end = feed < 0 ? bytes.length : feed;
        line += latin1(bytes, at, Math.min(end, at + 256));
        at = end + 1;
        if (feed < 0) break;
        const text = line.trim();
        line = '';
        if (expects === 'last line') return at;
        const size = /^[0-9a-f]{1,8}(?![0-9a-f])/i.exec(text)?.[0];
        // Not a chunk: the message ends where its bytes do.
        if (size === undefined) return bytes.length;
        const sizeBytes = Number.parseInt(size, 16);
        // A chunk's own line end counts with its bytes.
        left = sizeBytes + 2;
        expects = sizeBytes === 0 ? 'last line' : 'data';
      }
      line = line.slice(0, 256);
      return undefined;
    },
  };
}

function note(dissection: Dissection, line: string, head: Head, exchange: HttpExchange): void {
  if (head.kind === 'request') {
    const [method = '', target = ''] = line.split(' ');
    exchange.method = method;
    exchange.target = target.slice(0, 300);
    const host = head.fields.get('host');
    dissection.notes.push({ kind: 'http-request', method, target: clean(target), host: host && clean(host) });
    dissection.info = `HTTP ${method} ${clean(host ?? '')}${clean(target).slice(0, 200)}`;
    return;
  }
  const reason = clean(line.split(' ').slice(2).join(' '));
  exchange.status = head.status;
  if (head.status === 101) exchange.isSwitched = true;
  dissection.notes.push({ kind: 'http-response', status: head.status, reason });
  dissection.info = `HTTP response ${head.status} ${reason}`;
}

/** A line ends with LF, CR or both. Undefined where more bytes could still move its end. */
function lineAt(bytes: Uint8Array, start: number, canWait: boolean): { end: number; next: number } | undefined {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === 10) return { end: at, next: at + 1 };
    if (bytes[at] !== 13) continue;
    if (bytes[at + 1] === 10) return { end: at, next: at + 2 };
    if (at + 1 < bytes.length || !canWait) return { end: at, next: at + 1 };
    return undefined;
  }
  return canWait ? undefined : { end: bytes.length, next: bytes.length };
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, Math.min(end, bytes.length) - start)).toString(
    'latin1',
  );
}

function clean(text: string): string {
  return printable(Buffer.from(text, 'latin1')).slice(0, 500);
}
