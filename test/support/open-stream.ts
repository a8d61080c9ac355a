import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface StreamResult {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any message.
  messages: any[];
  closeCode: number;
  closeReason: string;
}

/** Connects, sends the frames and gathers messages until the server closes. */
export async function openStream(url: string, frames: readonly (string | Buffer)[] = []): Promise<StreamResult> {
  const socket = new WebSocket(url);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any message.
  const messages: any[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  await once(socket, 'open');
  const closed = once(socket, 'close');
  for (const frame of frames) socket.send(frame);
  const [closeCode, reason] = await closed;
  return { messages, closeCode, closeReason: String(reason) };
}

/** The HTTP answer to an upgrade that is refused. */
export async function refusedUpgrade(
  url: string,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any body.
): Promise<{ status: number; headers: Record<string, unknown>; body: any }> {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(Buffer.concat(chunks).toString()) };
}
