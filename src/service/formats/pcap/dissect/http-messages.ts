import type { Dissection } from './dissection.ts';
import { printable } from './dns.ts';
import { createMissingBytes, type MessageReader } from './stream-messages.ts';

const maxHeaderBytes = 65_536;
const requestLine = /^([A-Z][A-Z-]{2,15}) (\S{1,8192}) HTTP\/1\.[01]\r?$/;
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: ([^\r]*))?\r?$/;

/** What the two directions of a stream must tell each other: a response to HEAD has no body. */
export interface HttpExchange {
  methods: string[];
}

type State =
  | { kind: 'header' }
  | { kind: 'body'; left: number }
  | { kind: 'until-close' }
  | { kind: 'chunk-size' }
  | { kind: 'chunk'; left: number }
  | { kind: 'trailer' };

export function looksLikeHttp(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8_300)).toString('latin1');
  const end = head.indexOf('\n');
  const first = end < 0 ? head : head.slice(0, end);
  return requestLine.test(first) || statusLine.test(first);
}

/** HTTP/1 messages (RFC 9112) in one direction: header, then a body by length, by chunks or up to the close. */
export function createHttpReader(exchange: HttpExchange): MessageReader {
  let state: State = { kind: 'header' };
  let text = '';
  const missing = createMissingBytes();

  function takeLine(input: string, at: number): { line: string; next: number } | undefined {
    const end = input.indexOf('\n', at);
    if (end < 0) {
      text = (text + input.slice(at)).slice(-maxHeaderBytes);
      return undefined;
    }
    const line = text + input.slice(at, end);
    text = '';
    return { line: line.replace(/\r$/, ''), next: end + 1 };
  }

  function step(dissection: Dissection, input: string, at: number): { next: number; hasEnded: boolean } {
    if (state.kind === 'header') return readHeader(dissection, input, at);
    if (state.kind === 'until-close') return { next: input.length, hasEnded: false };
    if (state.kind === 'body' || state.kind === 'chunk') {
      const take = Math.min(state.left, input.length - at);
      state.left -= take;
      if (state.left > 0) return { next: at + take, hasEnded: false };
      const isBody = state.kind === 'body';
      const hasEnded = isBody && missing.isWhole();
      state = isBody ? { kind: 'header' } : { kind: 'chunk-size' };
      return { next: at + take, hasEnded };
    }
    const taken = takeLine(input, at);
    if (!taken) return { next: input.length, hasEnded: false };
    if (state.kind === 'trailer') {
      if (taken.line !== '') return { next: taken.next, hasEnded: false };
      state = { kind: 'header' };
      return { next: taken.next, hasEnded: missing.isWhole() };
    }
    const size = Number.parseInt(taken.line, 16);
    // A chunk's own line end counts with its bytes.
    if (size > 0) state = { kind: 'chunk', left: size + 2 };
    else state = { kind: 'trailer' };
    return { next: taken.next, hasEnded: false };
  }

  function readHeader(dissection: Dissection, input: string, at: number): { next: number; hasEnded: boolean } {
    const whole = text + input.slice(at);
    const end = /\r?\n\r?\n/.exec(whole);
    const first = whole.slice(0, whole.indexOf('\n') < 0 ? whole.length : whole.indexOf('\n'));
    const isMessage = requestLine.test(first) || statusLine.test(first);
    if (!isMessage && (first.length > 16 || first.length < whole.length)) {
      text = '';
      return { next: input.length, hasEnded: true };
    }
    if (!end) {
      text = whole.slice(0, maxHeaderBytes);
      return { next: input.length, hasEnded: false };
    }
    const header = whole.slice(0, end.index);
    const next = at + (end.index + end[0].length - text.length);
    text = '';
    state = bodyAfter(dissection, header, exchange);
    if (state.kind === 'body' && state.left === 0) {
      state = { kind: 'header' };
      return { next, hasEnded: true };
    }
    return { next, hasEnded: false };
  }

  return {
    feed(dissection, bytes) {
      if (state.kind === 'until-close') return false;
      if ((state.kind === 'body' || state.kind === 'chunk') && state.left > bytes.length) {
        state.left -= bytes.length;
        return false;
      }
      const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
      let hasEnded = false;
      for (let at = 0; at < input.length; ) {
        const result = step(dissection, input, at);
        hasEnded ||= result.hasEnded;
        at = Math.max(result.next, at);
        if (result.next <= at && at >= input.length) break;
      }
      return hasEnded;
    },
    close() {
      const wasOpen = state.kind === 'until-close';
      state = { kind: 'header' };
      return wasOpen;
    },
    skip(missingBytes) {
      if (state.kind === 'until-close') return true;
      if ((state.kind !== 'body' && state.kind !== 'chunk') || missingBytes > state.left) return false;
      missing.lose(missingBytes);
      state.left -= missingBytes;
      if (state.left > 0) return true;
      if (state.kind === 'body') missing.isWhole();
      state = state.kind === 'body' ? { kind: 'header' } : { kind: 'chunk-size' };
      return true;
    },
    fill: missing.fill,
    restart() {
      state = { kind: 'header' };
      text = '';
      missing.clear();
    },
  };
}

function bodyAfter(dissection: Dissection, header: string, exchange: HttpExchange): State {
  const lines = header.split(/\r?\n/);
  const fields = new Map(
    lines
      .slice(1, 200)
      .map((line) => [line.split(':', 1)[0]!.trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const request = requestLine.exec(lines[0]!);
  const response = statusLine.exec(lines[0]!);
  const length = Number.parseInt(fields.get('content-length') ?? '', 10);
  const isChunked = /chunked/i.test(fields.get('transfer-encoding') ?? '');
  if (request) {
    const [, method = '', target = ''] = request;
    exchange.methods.push(method);
    const host = fields.get('host');
    dissection.notes.push({ kind: 'http-request', method, target: clean(target), host: host && clean(host) });
    dissection.info = `HTTP ${method} ${clean(host ?? '')}${clean(target).slice(0, 200)}`;
    return isChunked ? { kind: 'chunk-size' } : { kind: 'body', left: length > 0 ? length : 0 };
  }
  const status = Number(response?.[1]);
  const method = exchange.methods.shift();
  dissection.notes.push({ kind: 'http-response', status, reason: clean(response?.[2] ?? '') });
  dissection.info = `HTTP response ${status} ${clean(response?.[2] ?? '')}`;
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { kind: 'body', left: 0 };
  if (isChunked) return { kind: 'chunk-size' };
  return Number.isNaN(length) ? { kind: 'until-close' } : { kind: 'body', left: Math.max(0, length) };
}

function clean(text: string): string {
  return printable(Buffer.from(text, 'latin1')).slice(0, 500);
}
