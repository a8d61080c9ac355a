/** A program's core, written by hand after the kernel's layout. */
export interface MadeCore {
  signal: number;
  /** What the kernel adds: how it came about and the address, or who sent it. */
  code?: number;
  address?: bigint;
  sender?: number;
  is64?: boolean;
  threads?: number;
}

export const programStart = 0x400000n;
const stackStart = 0x7fff0000n;
const files = ['/opt/widget/bin/widgetd', '/usr/lib/libwidget.so.2'];

/** Its first thread runs at libwidget.so.2+0x1234, called from widgetd+0x888, called from widgetd+0x456. */
export function programCore({ signal, code, address, sender, is64 = true, threads = 2 }: MadeCore): Buffer {
  const size = is64 ? 8 : 4;
  const library = 0x700000n;
  const put = (bytes: Buffer, at: number, value: bigint) =>
    is64 ? bytes.writeBigUInt64LE(value, at) : bytes.writeUInt32LE(Number(value), at);

  const stack = Buffer.alloc(0x100);
  put(stack, 0x20, stackStart + 0x40n);
  put(stack, 0x20 + size, programStart + 0x888n);
  put(stack, 0x40, 0n);
  put(stack, 0x40 + size, programStart + 0x456n);
  stack.write(files[0]!, 0x80);

  const info = Buffer.alloc(is64 ? 136 : 124);
  info.writeUInt32LE(4242, is64 ? 24 : 12);
  info.writeUInt32LE(1, is64 ? 28 : 16);
  info.write('widgetd', is64 ? 40 : 28);
  info.write('widgetd --listen 80 ', is64 ? 56 : 44);

  const status = (task: number) => {
    const bytes = Buffer.alloc(is64 ? 336 : 144);
    bytes.writeUInt16LE(signal, 12);
    bytes.writeUInt32LE(task, is64 ? 32 : 24);
    const register = (index: number, value: bigint) => put(bytes, (is64 ? 112 : 72) + index * size, value);
    register(is64 ? 16 : 12, library + 0x1234n);
    register(is64 ? 4 : 5, stackStart + 0x20n);
    register(is64 ? 19 : 15, stackStart + 0x10n);
    return bytes;
  };

  const siginfo = Buffer.alloc(128);
  siginfo.writeInt32LE(signal, 0);
  siginfo.writeInt32LE(code ?? 0, 8);
  if (sender !== undefined) siginfo.writeInt32LE(sender, is64 ? 16 : 12);
  if (address !== undefined) put(siginfo, is64 ? 16 : 12, address);

  const auxiliary = Buffer.alloc(4 * size);
  put(auxiliary, 0, 31n);
  put(auxiliary, size, stackStart + 0x80n);

  const mapped = Buffer.alloc(8 * size);
  const places = [2n, 4096n, programStart, programStart + 0x1000n, 0n, library, library + 0x2000n, 0n];
  for (const [index, value] of places.entries()) put(mapped, index * size, value);

  const notes = Buffer.concat([
    note(1, status(4242)),
    note(3, info),
    ...(code === undefined ? [] : [note(0x53494749, siginfo)]),
    note(6, auxiliary),
    note(0x46494c45, Buffer.concat([mapped, Buffer.from(`${files.join('\0')}\0`)])),
    ...Array.from({ length: threads - 1 }, (_, n) => note(1, status(4243 + n))),
  ]);
  return elf(is64, notes, stack);
}

function note(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt32LE(5, 0);
  head.writeUInt32LE(content.length, 4);
  head.writeUInt32LE(type, 8);
  head.write('CORE', 12);
  return Buffer.concat([head, content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
}

function elf(is64: boolean, notes: Buffer, stack: Buffer): Buffer {
  const [headBytes, segmentBytes] = is64 ? [64, 56] : [52, 32];
  const head = Buffer.alloc(headBytes + 2 * segmentBytes);
  head.write(`\x7fELF${is64 ? '\x02' : '\x01'}\x01\x01`, 0, 'latin1');
  head.writeUInt16LE(4, 16);
  head.writeUInt16LE(is64 ? 62 : 3, 18);
  if (is64) head.writeBigUInt64LE(64n, 32);
  else head.writeUInt32LE(52, 28);
  head.writeUInt16LE(segmentBytes, is64 ? 54 : 42);
  head.writeUInt16LE(2, is64 ? 56 : 44);
  const segment = (at: number, type: number, offset: number, virtual: bigint, sizeBytes: number) => {
    head.writeUInt32LE(type, at);
    if (is64) {
      head.writeBigUInt64LE(BigInt(offset), at + 8);
      head.writeBigUInt64LE(virtual, at + 16);
      head.writeBigUInt64LE(BigInt(sizeBytes), at + 32);
    } else {
      head.writeUInt32LE(offset, at + 4);
      head.writeUInt32LE(Number(virtual), at + 8);
      head.writeUInt32LE(sizeBytes, at + 16);
    }
  };
  segment(headBytes, 4, head.length, 0n, notes.length);
  segment(headBytes + segmentBytes, 1, head.length + notes.length, stackStart, stack.length);
  return Buffer.concat([head, notes, stack]);
}
