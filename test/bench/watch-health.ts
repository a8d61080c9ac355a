import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks `/healthz` of a program over and over, in a thread of its own that nothing else holds up; told to end, gives the waits in ms. */
const { origin, everyMs } = workerData as { origin: string; everyMs: number };
const waitsMs: number[] = [];
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
while (!isOver) {
  const startedAtMs = performance.now();
  const asked = request(`${origin}/healthz`, { agent }).end();
  const [response] = await once(asked, 'response');
  await once(response.resume(), 'end');
  waitsMs.push(performance.now() - startedAtMs);
  await pause(everyMs);
}
agent.destroy();
parentPort?.postMessage(waitsMs);
