import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { AddFile } from '../files/add-file.ts';
import { fileRecordSchema, type TypeNames, toFileRecord } from '../files/file-record.ts';
import { type Call, defineEndpoint, type Endpoint, fairKeyOf } from './endpoint.ts';
import { ApiError } from './errors.ts';

export function upload({ addFile, types }: { addFile: AddFile; types: TypeNames }): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/upload',
    operationId: 'uploadFile',
    summary: 'Upload a log file. Its type is detected from its content.',
    isExtension: false,
    rawBody: {
      contentType: 'multipart/form-data',
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
    success: [{ status: 201, data: fileRecordSchema }],
    errors: [
      'file_missing',
      'file_empty',
      'too_many_files',
      'malformed_multipart',
      'request_timeout',
      'file_too_large',
      'quota_exceeded',
      'unsupported_media_type',
    ],
    rateClass: 'uploads',
    async handle(call) {
      const contentEncoding = call.headers.get('content-encoding') ?? 'identity';
      if (contentEncoding !== 'identity') {
        throw new ApiError('unsupported_media_type', { message: 'Send the form without Content-Encoding.' });
      }
      const file = await addFile({ ownerId: call.caller.user.id, fairKey: fairKeyOf(call) }, bodyOf(call), {
        'content-type': call.headers.get('content-type') ?? undefined,
        'content-length': call.headers.get('content-length') ?? undefined,
      });
      return {
        status: 201,
        message: 'File uploaded successfully.',
        data: toFileRecord(file, types),
        headers: { location: `/api/v1/files/${file.id}` },
      };
    },
  });
}

/** The node request itself where there is one: a web stream on top of it costs memory and time. */
function bodyOf(call: Call): Readable {
  if (call.incoming) return call.incoming;
  if (!call.request.body) return Readable.from([]);
  return Readable.fromWeb(call.request.body as unknown as ReadableStream);
}
