import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReadContext } from '../../src/service/formats/format.ts';
import { pcap } from '../../src/service/formats/pcap/format.ts';

/** Counted exactly as tshark counts; other layers are named as it names them, not promised. */
const exact = 'eth sll vlan arp ip ipv6 icmp icmpv6 tcp udp dns dhcp tls http hci_h4'.split(' ');
const folder = process.env.LOGTRIAGE_DATA && join(process.env.LOGTRIAGE_DATA, 'pcap');
const hasOracle = folder !== undefined && isInstalled();
if (!hasOracle) console.warn('captures against tshark: skipped, set LOGTRIAGE_DATA and install tshark');

it.runIf(hasOracle)('agrees with tshark on the protocols of every capture', async () => {
  const files = readdirSync(folder!).filter((name) => /\.(pcap|pcapng|cap|snoop)$/.test(name));
  const differing: string[] = [];
  for (const name of files) {
    const oracle = countWithTshark(join(folder!, name));
    const protocols = await countWithReader(join(folder!, name));
    const differences = exact.filter((protocol) => (oracle.get(protocol) ?? 0) !== (protocols[protocol] ?? 0));
    if (differences.length > 0) differing.push(`${name}: ${differences.join(', ')}`);
  }
  console.log(`${files.length - differing.length} of ${files.length} captures agree`, differing);
  expect(differing.length).toBeLessThanOrEqual(files.length * 0.05);
});

function isInstalled(): boolean {
  try {
    execFileSync('tshark', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function countWithTshark(path: string): Map<string, number> {
  const counts = new Map<string, number>();
  let frames = '';
  try {
    frames = execFileSync('tshark', ['-r', path, '-T', 'fields', '-e', 'frame.protocols'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  } catch (error) {
    // It prints what it could read before it complains of damage.
    frames = String((error as { stdout?: Buffer }).stdout ?? '');
  }
  for (const line of frames.split('\n'))
    for (const layer of new Set(line.split(':'))) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  return counts;
}

async function countWithReader(path: string): Promise<Record<string, number>> {
  const file = openSync(path, 'r');
  const sizeBytes = fstatSync(file).size;
  const context = {
    name: 'capture',
    source: {
      sizeBytes,
      path,
      async read(offset: number, length: number) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, sizeBytes - offset)));
        readSync(file, bytes, 0, bytes.length, offset);
        return bytes;
      },
    },
    signal: new AbortController().signal,
    progress() {},
    createDocument: async () => ({
      path: '',
      write: async () => {},
      end: async () => ({ path: '', sizeBytes: 0, lines: 0 }),
    }),
  };
  const reading = await pcap.read(context as unknown as ReadContext);
  closeSync(file);
  return reading.capture!.protocols;
}
