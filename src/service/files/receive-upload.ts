import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { ApiError } from '../api/errors.ts';
import { clientFileName } from './client-file-name.ts';
import { collectYoung } from './collect-young.ts';

const collectEveryBytes = 8 * 1024 * 1024;

export interface ReceivedUpload {
  name: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

export interface ReceiveOptions {
  /** Where the bytes go; the caller removes it when this throws. */
  path: string;
  maxBytes: number;
  /** Asked from time to time, with what has come; rejects where no more may come. */
  look(sizeBytes: number): Promise<void>;
  /** What to answer a file that is larger. */
  tooLarge(): ApiError;
}

/** Streams the one part named `file` to disk, hashing on the way. Memory does not grow with the size. */
export async function receiveUpload(
  body: Readable,
  headers: Record<string, string | undefined>,
  options: ReceiveOptions,
): Promise<ReceivedUpload> {
  const parser = openParser(headers);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const givenUp = new AbortController();
  let parts = 0;
  let written: Promise<ReceivedUpload> | undefined;

  function fail(error: unknown): void {
    failed.reject(error);
    givenUp.abort();
  }

  parser.on('error', fail);
  parser.on('file', (field, part, fileName) => {
    parts += 1;
    part.on('error', fail);
    if (parts > 1) fail(new ApiError('too_many_files'));
    if (parts > 1 || field !== 'file') return void part.resume();
    written = writePart(part, clientFileName(fileName), options, givenUp.signal);
    written.catch(fail);
  });

  const feeding = feed(body, parser);
  try {
    await Promise.race([feeding.finished, failed.promise]);
    // An error of the last part may come after the parser's end.
    const received = await Promise.race([Promise.resolve(written), failed.promise]);
    if (!received) throw new ApiError('file_missing');
    if (received.sizeBytes === 0) throw new ApiError('file_empty');
    return received;
  } catch (error) {
    fail(error);
    await written?.catch(() => {});
    throw translate(error);
  } finally {
    feeding.stop();
  }
}

/** Reads the body without ever destroying it: the answer still has to go out on its connection. */
function feed(body: Readable, parser: InstanceType<typeof Busboy>): { finished: Promise<void>; stop(): void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onData = (chunk: Buffer) => {
    if (parser.write(chunk)) return;
    body.pause();
    parser.once('drain', () => body.resume());
  };
  const onCut = () => reject(new ApiError('malformed_multipart'));
  const onEnd = () => {
    body.off('close', onCut);
    parser.end();
  };
  parser.once('finish', resolve);
  body.on('data', onData).once('end', onEnd).once('error', onCut).once('close', onCut);

  return {
    finished: promise,
    stop() {
      body.off('data', onData).off('end', onEnd).off('close', onCut);
      body.resume();
    },
  };
}

function openParser(headers: Record<string, string | undefined>): InstanceType<typeof Busboy> {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new ApiError('unsupported_media_type', { message: 'Send the file as multipart/form-data.' });
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      limits: { fields: 20, parts: 30, fieldSize: 16 * 1024, headerPairs: 50, headerSize: 16 * 1024 },
      preservePath: true,
      isPartAFile: (field, _contentType, fileName) => field === 'file' || fileName !== undefined,
    });
  } catch {
    throw new ApiError('malformed_multipart', { message: 'The Content-Type names no boundary.' });
  }
}

async function writePart(
  stream: Readable,
  name: string,
  options: ReceiveOptions,
  signal: AbortSignal,
): Promise<ReceivedUpload> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > options.maxBytes) {
        done(options.tooLarge());
        return;
      }
      hash.update(chunk);
      if (Math.floor(sizeBytes / collectEveryBytes) > Math.floor((sizeBytes - chunk.length) / collectEveryBytes)) {
        collectYoung();
        options.look(sizeBytes).then(() => done(null, chunk), done);
        return;
      }
      done(null, chunk);
    },
  });
  await pipeline(stream, measure, createWriteStream(options.path, { flags: 'wx', mode: 0o600 }), { signal });
  const handle = await open(options.path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { name, sizeBytes, sha256: hash.digest('hex') };
}

function translate(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  const isOurs = code !== undefined && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET' && code !== 'EPIPE';
  return isOurs ? error : new ApiError('malformed_multipart');
}
