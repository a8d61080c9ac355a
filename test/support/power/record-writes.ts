import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What a process did to its files, and what it said, in the order of its system calls. */
export type Recorded =
  | { call: 'write'; path: string; bytes: Buffer; offset: number }
  | { call: 'truncate'; path: string; sizeBytes: number }
  | { call: 'sync'; path: string }
  | { call: 'unlink'; path: string }
  | { call: 'say'; text: string };

export function hasStrace(): boolean {
  return spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0;
}

/** Runs a Node program under strace. Throws where the program writes in a way that is not recorded. */
export async function recordWrites(program: readonly string[], recordPath: string): Promise<Recorded[]> {
  const calls = 'pwrite64,pwritev,pwritev2,write,writev,ftruncate,fsync,fdatasync,unlink,fallocate,copy_file_range';
  const options = ['-f', '-y', '-xx', '-s', '1000000', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', recordPath];
  spawnSync('strace', [...options, process.execPath, ...program], { stdio: 'ignore' });
  const recorded: Recorded[] = [];
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(recordPath) })) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const begun = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1];
    if (begun !== undefined) unfinished.set(pid, begun);
    else {
      const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
      const entry = toRecorded(resumed === undefined ? rest : (unfinished.get(pid) ?? '') + resumed);
      if (entry) recorded.push(entry);
    }
  }
  return recorded;
}

const handle = String.raw`(\d+)<([^>]*)>`;
const bytes = String.raw`"((?:\\x[0-9a-f]{2})*)"`;
/** Before the result strace may pad the line, which it does where a call was resumed. */
const forms = {
  write: new RegExp(String.raw`^pwrite64\(${handle}, ${bytes}, \d+, (\d+)\) += (\d+)$`),
  truncate: new RegExp(String.raw`^ftruncate\(${handle}, (\d+)\) += 0$`),
  sync: new RegExp(String.raw`^f(?:data)?sync\(${handle}\) += 0$`),
  unlink: new RegExp(String.raw`^unlink\(${bytes}\) += 0$`),
  say: new RegExp(String.raw`^write\(1<[^>]*>, ${bytes}, \d+\) += \d+$`),
};

function toRecorded(call: string): Recorded | undefined {
  const write = forms.write.exec(call);
  if (write) {
    const [, , path = '', hex = '', offset, count] = write;
    return {
      call: 'write',
      path: toText(path),
      bytes: fromHex(hex).subarray(0, Number(count)),
      offset: Number(offset),
    };
  }
  const truncate = forms.truncate.exec(call);
  if (truncate) return { call: 'truncate', path: toText(truncate[2] ?? ''), sizeBytes: Number(truncate[3]) };
  const sync = forms.sync.exec(call);
  if (sync) return { call: 'sync', path: toText(sync[2] ?? '') };
  const unlink = forms.unlink.exec(call);
  if (unlink) return { call: 'unlink', path: toText(unlink[1] ?? '') };
  const say = forms.say.exec(call);
  if (say) return { call: 'say', text: fromHex(say[1] ?? '').toString() };
  if (/^(?:pwritev|fallocate|copy_file_range)/.test(call))
    throw new Error(`a write that is not recorded: ${call.slice(0, 80)}`);
  return undefined;
}

/** strace prints paths as it prints bytes. */
function toText(path: string): string {
  return path.startsWith('\\x') ? fromHex(path).toString() : path;
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
