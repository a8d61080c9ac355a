import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export interface BenchSample {
  name: string;
  path: string;
}

/** Three logs of the given size: plain syslog, an application's log, and lines that share no words. */
export async function writeSamples(folder: string, sizeBytes: number): Promise<BenchSample[]> {
  const random = generator(1);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const messages = [
    () => `Accepted password for user${upTo(500)} from 10.0.${upTo(255)}.${upTo(255)} port ${upTo(65_000)} ssh2`,
    () => `Failed password for invalid user admin from 10.${upTo(255)}.${upTo(255)}.9 port ${upTo(65_000)}`,
    () => `session opened for user root by (uid=${upTo(900)})`,
    () => `GET /api/items/${upTo(9000)} HTTP/1.1 ${upTo(2) ? 200 : 404} ${upTo(90_000)}`,
    () => `worker ${upTo(16)} finished job ${upTo(100)} in ${upTo(5000)} ms rc=${upTo(3)}`,
  ];
  const message = () => messages[upTo(messages.length)]!();
  const word = () => Array.from({ length: 8 }, () => String.fromCharCode(97 + upTo(26))).join('');
  const levels = ['INFO', 'INFO', 'INFO', 'WARN', 'ERROR', 'DEBUG'];
  const time = (i: number) => new Date(Date.UTC(2026, 10, 1) + i * 50).toISOString();
  const syslogTime = (i: number) => `Nov  ${time(i).slice(9, 10)} ${time(i).slice(11, 19)}`;
  const kinds: Record<string, (i: number) => string> = {
    'application log': (i) =>
      `${time(i).replace('T', ' ').replace('.', ',').slice(0, 23)} ${levels[upTo(6)]} [main] com.example.Foo - ${message()}`,
    syslog: (i) => `${syslogTime(i)} host${i % 3} app[${upTo(65_000)}]: ${message()}`,
    'no shared words': (i) =>
      `${syslogTime(i)} host app[${upTo(65_000)}]: ${Array.from({ length: 7 }, word).join(' ')}`,
  };
  const samples: BenchSample[] = [];
  for (const [name, line] of Object.entries(kinds)) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.log`);
    const file = createWriteStream(path);
    let written = 0;
    for (let i = 0; written < sizeBytes; ) {
      let chunk = '';
      for (let n = 0; n < 10_000; n++) chunk += `${line(i++)}\n`;
      written += chunk.length;
      if (!file.write(chunk)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'close');
    samples.push({ name, path });
  }
  return samples;
}

/** The same numbers in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
