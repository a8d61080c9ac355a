/** Made-up logs of incidents with a question and what its answer must say. The same seed gives the same log. */
export interface Incident {
  name: string;
  question: string;
  log: string;
  /** Each must be in the answer. */
  facts: RegExp[];
  /** Must be in its first line. */
  headline: RegExp;
}

const day = Date.UTC(2026, 4, 12, 6, 0, 0);

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const plain = (timeMs: number) => iso(timeMs).slice(0, 19).replace('T', ' ');
const json = (timeMs: number, level: string, service: string, message: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({ ts: iso(timeMs), level, service, message, ...more });

function lines(count: number, stepMs: number, line: (timeMs: number, index: number) => string | string[]): string {
  const all: string[] = [];
  for (let index = 0; index < count; index++) {
    const made = line(day + index * stepMs, index);
    if (Array.isArray(made)) all.push(...made);
    else all.push(made);
  }
  return `${all.join('\n')}\n`;
}

export function incidents(): Incident[] {
  return [
    needle(),
    latency(),
    cascade(),
    rateLimit(),
    certificate(),
    reload(),
    deploy(),
    onePod(),
    deadlock(),
    queue(),
    disk(),
    bruteForce(),
    crashLoop(),
    cpu(),
    connections(),
    dns(),
    recurring(),
    quiet(),
    logfmtThroughput(),
    syslogService(),
    javaTrace(),
  ];
}

function needle(): Incident {
  const next = random(1);
  return {
    name: 'one failure among many lines of text',
    question: 'Why did an order fail in checkout?',
    log: lines(6000, 500, (at, index) =>
      index === 4321
        ? `${plain(at)} ERROR [checkout] Order 88123 failed: payment gateway returned 402 insufficient_funds for card ending 4242`
        : `${plain(at)} INFO [checkout] Order ${80_000 + index} placed in ${Math.floor(40 + next() * 60)} ms`,
    ),
    facts: [/insufficient_funds/, /88123/, /:4322/],
    headline: /payment gateway returned 402/,
  };
}

function latency(): Incident {
  const next = random(2);
  return {
    name: 'response times grow until requests time out',
    question: 'What is wrong with api-gateway?',
    log: lines(8000, 250, (at, index) => {
      const slow = index < 3000 ? 0 : ((index - 3000) / 5000) * 4800;
      const took = Math.round(90 + next() * 30 + slow);
      if (took > 4500 && next() < 0.3)
        return json(at, 'ERROR', 'api-gateway', 'Request timed out', { path: '/v1/search', response_time_ms: 5000 });
      return json(at, 'INFO', 'api-gateway', 'Request served', { path: '/v1/search', response_time_ms: took });
    }),
    facts: [/response_time_ms/, /grows from (?:9\d|1[0-2]\d) ms/, /(?:4,[5-9]\d\d|5,000) ms/, /timed out/i],
    headline: /response_time_ms.*grows from/,
  };
}

function cascade(): Incident {
  const next = random(3);
  return {
    name: 'one service drags the others down',
    question: 'What is the root cause of the outage?',
    log: lines(4000, 300, (at, index) => {
      const broken = index > 2500;
      if (broken && next() < 0.5) {
        if (index < 2560)
          return json(at, 'ERROR', 'inventory-db', 'Disk I/O error on /dev/sdb: write failed, switching to read-only');
        const pick = next();
        if (pick < 0.3)
          return json(at, 'ERROR', 'inventory-db', 'Disk I/O error on /dev/sdb: write failed, switching to read-only');
        if (pick < 0.6) return json(at, 'ERROR', 'inventory', 'Query to inventory-db failed: connection closed');
        if (pick < 0.8 && index > 2600) return json(at, 'ERROR', 'cart', 'Upstream inventory returned 503');
        if (index > 2650) return json(at, 'ERROR', 'frontend', 'Upstream cart returned 502');
      }
      const service = ['inventory-db', 'inventory', 'cart', 'frontend'][index % 4]!;
      return json(at, 'INFO', service, 'OK', { request_id: `r-${index}` });
    }),
    facts: [/inventory-db/, /I\/O error/, /frontend/, /cart/],
    headline: /inventory-db.*I\/O error/,
  };
}

function rateLimit(): Incident {
  return {
    name: 'the other side limits the rate',
    question: 'Why are exports incomplete?',
    log: lines(3000, 1000, (at, index) =>
      index > 1800 && index % 4 === 0
        ? `${plain(at)} WARN exporter: HTTP 429 Too Many Requests from api.crm.example.com, Retry-After: 60`
        : `${plain(at)} INFO exporter: exported batch ${index}`,
    ),
    facts: [/429/, /api\.crm\.example\.com/, /rate/i],
    headline: /429 Too Many Requests/,
  };
}

function certificate(): Incident {
  return {
    name: 'a certificate expired',
    question: 'why can the agents not connect since this morning',
    log: lines(1500, 2000, (at, index) =>
      index > 700 && index % 3 === 0
        ? `${iso(at)} [error] agent: connect to collector.example.com:4317 failed: x509: certificate has expired or is not yet valid: current time ${iso(at)} is after 2026-05-12T06:20:00Z`
        : `${iso(at)} [info] agent: heartbeat`,
    ),
    facts: [/certificate has expired/, /collector\.example\.com/, /2026-05-12T06:20:00Z/],
    headline: /certificate has expired/,
  };
}

function reload(): Incident {
  return {
    name: 'failures begin with a configuration reload',
    question: 'What happened to the proxy?',
    log: lines(3000, 700, (at, index) => {
      if (index === 1400) return `${plain(at)} INFO proxy: configuration reloaded, pool size 50 -> 5`;
      if (index > 1406 && index % 5 === 0) return `${plain(at)} ERROR proxy: upstream pool is full, request dropped`;
      return `${plain(at)} INFO proxy: request forwarded`;
    }),
    facts: [/pool size 50 -> 5/, /pool is full/, /after `configuration reloaded/],
    headline: /upstream pool is full/,
  };
}

function deploy(): Incident {
  return {
    name: 'failures begin with a deploy',
    question: 'What is wrong?',
    log: lines(3000, 700, (at, index) => {
      if (index === 1500) return json(at, 'INFO', 'deployer', 'Deployed version 4.2.1 of billing');
      if (index > 1510 && index % 7 === 0)
        return json(at, 'ERROR', 'billing', "TypeError: Cannot read properties of undefined (reading 'currency')");
      return json(at, 'INFO', 'billing', 'Invoice created');
    }),
    facts: [/4\.2\.1/, /reading 'currency'/, /\d+ s after/],
    headline: /Cannot read properties of undefined.*it begins .* after `Deployed version 4\.2\.1/,
  };
}

function onePod(): Incident {
  const next = random(4);
  return {
    name: 'one pod of twenty is bad',
    question: 'What is wrong?',
    log: lines(6000, 200, (at) => {
      const pod = `web-${Math.floor(next() * 20)}`;
      return pod === 'web-13' && next() < 0.7
        ? json(at, 'ERROR', 'web', 'Failed to mount cache volume: stale file handle', { pod })
        : json(at, 'INFO', 'web', 'Served', { pod });
    }),
    facts: [/Failed to mount cache volume/],
    headline: /only for `pod=web-13`/,
  };
}

function deadlock(): Incident {
  return {
    name: 'a deadlock between transactions',
    question: 'Why does the batch job hang?',
    log: lines(1200, 1000, (at, index) =>
      index === 800
        ? [
            `${plain(at)} ERROR batch: deadlock detected`,
            `${plain(at)} ERROR batch: Process 4411 waits for ShareLock on transaction 99120; blocked by process 4502.`,
          ]
        : `${plain(at)} INFO batch: processed chunk ${index}`,
    ),
    facts: [/deadlock detected/, /4502/],
    headline: /deadlock/i,
  };
}

function queue(): Incident {
  const next = random(6);
  return {
    name: 'a queue grows',
    question: 'What is wrong?',
    log: lines(3000, 1000, (at, index) =>
      json(at, 'INFO', 'worker', 'tick', {
        queue_depth: Math.round(index < 1000 ? 20 + next() * 10 : 20 + (index - 1000) * 3 + next() * 10),
        consumers: index < 1000 ? 8 : 2,
      }),
    ),
    facts: [/queue_depth/, /grows from 2\d to (?:5,9|6,0)\d\d/, /2026-05-12 06:1[5-9]/],
    headline: /queue_depth.*grows/,
  };
}

function disk(): Incident {
  return {
    name: 'a disk fills until writes fail',
    question: 'Why did the backup stop?',
    log: lines(2000, 3000, (at, index) => {
      const used = Math.min(100, 60 + index / 45);
      if (used >= 100) return `${plain(at)} ERROR backup: write /var/backup/part-${index}: no space left on device`;
      return `${plain(at)} INFO backup: wrote part-${index}, disk usage: ${used.toFixed(1)}%`;
    }),
    facts: [/no space left on device/, /60(?:\.\d)? %/, /(?:99\.\d|100) %/],
    headline: /disk usage.*no space left|no space left/,
  };
}

function bruteForce(): Incident {
  return {
    name: 'somebody guesses passwords',
    question: 'What is wrong?',
    log: lines(3000, 500, (at, index) => {
      const stamp = `May 12 ${iso(at).slice(11, 19)} bastion sshd[${3000 + index}]`;
      return index > 1000 && index < 1900
        ? `${stamp}: Failed password for invalid user admin${index % 7} from 203.0.113.77 port ${40_000 + index} ssh2`
        : `${stamp}: Accepted publickey for deploy from 10.0.0.5 port 5022 ssh2`;
    }),
    facts: [/Failed password/, /203\.0\.113\.77/, /899/],
    headline: /Failed password/,
  };
}

function crashLoop(): Incident {
  return {
    name: 'a process starts again and again',
    question: 'Why does the ingest service keep restarting?',
    log: lines(1200, 1000, (at, index) => {
      if (index % 60 === 0) return json(at, 'INFO', 'ingest', 'Starting ingest 2.3.0');
      if (index % 60 === 8)
        return json(
          at,
          'FATAL',
          'ingest',
          'Invalid configuration: missing environment variable KAFKA_BROKERS, exiting',
        );
      return json(at, 'INFO', 'other', 'tick');
    }),
    facts: [/KAFKA_BROKERS/, /20 times/],
    headline: /KAFKA_BROKERS/,
  };
}

function cpu(): Incident {
  const next = random(7);
  return {
    name: 'a processor gets busy after a change',
    question: 'What is wrong?',
    log: lines(3600, 1000, (at, index) => {
      if (index === 1795) return json(at, 'INFO', 'control', 'Feature flag image-resize enabled');
      return json(at, 'INFO', 'node-a', 'stats', {
        cpu_percent: Math.round(index < 1800 ? 20 + next() * 5 : Math.min(99, 20 + (index - 1800) / 15 + next() * 5)),
      });
    }),
    facts: [/cpu_percent/, /06:(?:29|3\d):\d\d/, /image-resize/],
    headline: /cpu_percent.*grows from 2\d % to 9\d %/,
  };
}

function connections(): Incident {
  return {
    name: 'connections leak until none is left',
    question: 'What is wrong?',
    log: lines(2400, 1000, (at, index) => {
      const used = Math.min(100, Math.floor(10 + index / 20));
      if (used === 100 && index % 3 === 0)
        return json(at, 'ERROR', 'orders', 'FATAL: remaining connection slots are reserved for superuser');
      return json(at, 'INFO', 'orders', 'pool status', { active_connections: used, pool_size: 100 });
    }),
    facts: [/active_connections/, /from 10 to 100/, /remaining connection slots/],
    headline: /active_connections.*from 10 to 100/,
  };
}

function dns(): Incident {
  return {
    name: 'a name does not resolve for some minutes',
    question: 'What is wrong?',
    log: lines(3600, 1000, (at, index) =>
      index >= 1320 && index < 1560 && index % 2 === 0
        ? `${plain(at)} ERROR resolver: lookup cache.internal: no such host`
        : `${plain(at)} INFO app: ok`,
    ),
    facts: [/cache\.internal/, /no such host/, /06:22:00/, /06:25:58/],
    headline: /no such host/,
  };
}

function recurring(): Incident {
  return {
    name: 'failures in one nightly window',
    question: 'What is wrong?',
    log: lines(2880, 30_000, (at, index) => {
      const isDown = index >= 1200 && index < 1220;
      return isDown
        ? json(at, 'ERROR', 'sync', 'Cannot reach partner API', {
            job: 'sync',
            error: 'connect ETIMEDOUT 198.51.100.4:443',
          })
        : json(at, 'INFO', 'sync', 'Sync done', { job: 'sync' });
    }),
    facts: [/16:00:00/, /16:09:30/, /198\.51\.100\.4/, /maintenance/],
    headline: /Cannot reach partner API.*16:00:00 to 16:09:30/,
  };
}

function quiet(): Incident {
  return {
    name: 'nothing is wrong',
    question: 'What is wrong?',
    log: lines(2000, 1000, (at, index) => `${plain(at)} INFO printer: page ${index} printed`),
    facts: [/no failure stands out/, /dmesg|debug|journalctl/],
    headline: /INCONCLUSIVE/,
  };
}

function logfmtThroughput(): Incident {
  const next = random(9);
  return {
    name: 'throughput drops',
    question: 'What is wrong?',
    log: lines(2400, 1000, (at, index) => {
      if (index === 1200)
        return `time=${iso(at)} level=info component=broker msg="leader changed to node-3 after failover"`;
      const rate = Math.round((index < 1210 ? 900 : 900 - Math.min(700, (index - 1210) * 0.9)) + next() * 40);
      return `time=${iso(at)} level=info component=broker msg="stats" throughput_rps=${rate}`;
    }),
    facts: [/throughput_rps/, /falls from 9\d\d/, /leader changed/],
    headline: /throughput_rps.*falls/,
  };
}

function syslogService(): Incident {
  return {
    name: 'a daemon is killed for its memory',
    question: 'why did mysqld die?',
    log: lines(1500, 1000, (at, index) => {
      const stamp = `May 12 ${iso(at).slice(11, 19)} db1`;
      if (index === 1000)
        return `${stamp} kernel: Out of memory: Killed process 2211 (mysqld) total-vm:8123456kB, anon-rss:7340032kB, file-rss:0kB`;
      if (index === 1002) return `${stamp} systemd[1]: mysql.service: Main process exited, code=killed, status=9/KILL`;
      return `${stamp} CRON[${index}]: (root) CMD (run-parts)`;
    }),
    facts: [/Out of memory: Killed process 2211 \(mysqld\)/, /status=9\/KILL/],
    headline: /Out of memory: Killed process 2211 \(mysqld\)/,
  };
}

function javaTrace(): Incident {
  return {
    name: 'an exception with its stack',
    question: 'What is wrong?',
    log: lines(1000, 1000, (at, index) =>
      index === 600
        ? [
            `${plain(at)},120 ERROR [import-1] c.e.Importer - Import failed`,
            'java.lang.IllegalStateException: duplicate header row in customers.csv',
            '\tat com.example.Importer.parse(Importer.java:88)',
            '\tat com.example.Importer.run(Importer.java:31)',
          ]
        : `${plain(at)},120 INFO  [import-1] c.e.Importer - row ${index}`,
    ),
    facts: [/duplicate header row in customers\.csv/, /Importer\.java:88/],
    headline: /Import failed|IllegalStateException/,
  };
}
