import { createSeeded } from './seeded.ts';

const routes = ['/api/orders', '/api/orders/17', '/api/customers', '/health', '/api/invoices'];

/** A service whose cache grows after a configuration change until the heap is full. */
export function makeApplicationLog(): string {
  const { pick, between } = createSeeded(23);
  const lines: string[] = [];
  let atMs = Date.UTC(2026, 2, 12, 8, 55, 0);
  let heapMb = 410;
  let isLeaking = false;
  const say = (level: string, source: string, text: string) =>
    lines.push(
      `${new Date(atMs).toISOString().replace('T', ' ').replace('Z', '')} ${level.padEnd(5)} [${source}] ${text}`,
    );

  for (let second = 0; second < 7_300; second++) {
    atMs += 1_000;
    if (second === 1_140) {
      say('INFO', 'config', 'reloaded /etc/order-service.yaml: cache.max_entries 10000 -> 0 (unlimited)');
      isLeaking = true;
    }
    if (isLeaking) heapMb += 0.58;
    if (second % 2 === 0) say('INFO', 'http', `GET ${pick(routes)} 200 ${between(3, 40)} ms`);
    if (second % 30 === 0)
      say('INFO', 'gc', `heap after collection ${Math.round(heapMb + between(-6, 6))} MB of 4096 MB`);
    if (second % 611 === 600) say('WARN', 'smtp', 'mail relay slow, retrying in 30 s');
    if (isLeaking && heapMb > 3_800 && second % 4 === 0) say('WARN', 'gc', `pause ${between(900, 2_400)} ms`);
    if (heapMb > 3_960) break;
  }
  atMs += 700;
  say('ERROR', 'orders', 'request failed: java.lang.OutOfMemoryError: Java heap space');
  lines.push(
    'java.lang.OutOfMemoryError: Java heap space',
    '\tat java.base/java.util.HashMap.resize(HashMap.java:702)',
    '\tat com.example.orders.cache.OrderCache.put(OrderCache.java:88)',
    '\tat com.example.orders.OrderService.load(OrderService.java:141)',
    '\tat com.example.orders.http.OrderHandler.handle(OrderHandler.java:52)',
  );
  atMs += 90;
  say('ERROR', 'main', 'terminating: unrecoverable error');
  return `${lines.join('\n')}\n`;
}
