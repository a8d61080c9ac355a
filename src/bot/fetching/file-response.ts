import { RemoteError } from '#core/errors.ts';
import type { Download, DownloadResponse } from '../cases/ports.ts';

/** What the vendor says of a file. */
export interface FileRecord {
  name: string;
  mimeType: string | undefined;
  sizeBytes: number | undefined;
}

/**
 * Turns the answer to a download into what cases make of it. A sign-in page in place of the file is told from the file by
 * its beginning: `scope` is the permission whose absence brings one.
 */
export async function toDownload(record: FileRecord, response: DownloadResponse, scope: string): Promise<Download> {
  if (response.status === 'blocked') return response;
  const refusal = await refuseByStatus(response);
  if (refusal) return refusal;
  const { head, stream } = await peek(response.body);
  if (isSignInPage(record, response.headers, head)) {
    await stream.cancel();
    return { status: 'signed_out', missingScope: scope };
  }
  return { status: 'ok', ...record, stream };
}

async function refuseByStatus(
  response: Extract<DownloadResponse, { status: 'response' }>,
): Promise<Download | undefined> {
  const { httpStatus: status } = response;
  if (status === 200) return undefined;
  await response.body.cancel();
  if (status === 404 || status === 410) return { status: 'gone' };
  if (status === 401 || status === 403) return { status: 'forbidden', reason: `status ${status}` };
  if (status === 429) {
    const retryAfterMs = (Number(response.headers.get('retry-after')) || 30) * 1000;
    throw new RemoteError('retry_later', 'downloads are rate-limited', { status, retryAfterMs });
  }
  if (!isPassing(status)) return { status: 'not_the_file', httpStatus: status };
  throw new RemoteError('unavailable', `a download was answered with status ${status}`, { status });
}

/** Whether the same request may be answered otherwise later. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425;
}

/** A page is a sign-in page unless a page was asked for, or the bytes are as many as were announced. */
function isSignInPage(record: FileRecord, headers: Headers, head: string): boolean {
  if (!/^\s*<(?:!doctype\s+html|html|head)\b/i.test(head)) return false;
  const length = headers.get('content-length');
  const isCompressed = headers.has('content-encoding');
  const isLengthKnown = length !== null && record.sizeBytes !== undefined && !isCompressed;
  if (isLengthKnown) return Number(length) !== record.sizeBytes;
  return !/html/i.test(record.mimeType ?? '') && !/\.x?html?$/i.test(record.name);
}

const headBytes = 256;

/** The beginning of a stream as text, and the stream with that beginning still in it. */
async function peek(body: ReadableStream<Uint8Array>): Promise<{ head: string; stream: ReadableStream<Uint8Array> }> {
  const reader = body.getReader();
  const seen: Uint8Array[] = [];
  let size = 0;
  let isDone = false;
  while (size < headBytes && !isDone) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      throw new RemoteError('unavailable', 'The download broke off', { cause });
    });
    isDone = done;
    if (value) {
      seen.push(value);
      size += value.length;
    }
  }
  const decoder = new TextDecoder();
  const head = seen.map((chunk) => decoder.decode(chunk.subarray(0, headBytes), { stream: true })).join('');
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const kept = seen.shift();
      if (kept) {
        controller.enqueue(kept);
        return;
      }
      const { value, done } = isDone ? { value: undefined, done: true } : await reader.read();
      if (value) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, stream };
}
