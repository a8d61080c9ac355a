import type { StreamedBody } from './http.ts';

/**
 * One part named `file`, streamed, with its length known before. The name is what a stranger chose: quotes and line
 * ends are written as HTML forms write them, so that it cannot end its header.
 */
export function fileForm(
  name: string,
  file: StreamedBody,
  boundary: string,
): { contentType: string; body: StreamedBody } {
  const escaped = name
    .toWellFormed()
    .replaceAll('"', '%22')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replace(/[\0-\x1f\x7f]/g, '_');
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      sizeBytes: head.byteLength + file.sizeBytes + tail.byteLength,
      open: async () => concatenate(head, await file.open(), tail),
    },
  };
}

function concatenate(
  head: Uint8Array,
  middle: ReadableStream<Uint8Array>,
  tail: Uint8Array,
): ReadableStream<Uint8Array> {
  const reader = middle.getReader();
  let hasStarted = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!hasStarted) {
        hasStarted = true;
        controller.enqueue(head);
        return;
      }
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      controller.enqueue(tail);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
