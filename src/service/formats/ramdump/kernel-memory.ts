import { viewOf } from '../../lines/byte-reading.ts';
import type { DumpImage } from './image/dump-image.ts';
import type { Vmcoreinfo } from './vmcoreinfo.ts';

/** Kernel memory by its own (virtual) addresses. */
export interface KernelMemory {
  /** Undefined where the address is not mapped or the dump does not hold it. */
  read(address: bigint, length: number): Promise<Uint8Array | undefined>;
  pointer(address: bigint): Promise<bigint | undefined>;
}

type Translate = (address: bigint) => Promise<number | undefined>;

const x86KernelMap = 0xffffffff80000000n;
const x86KernelMapBytes = 0x80000000n;
const longestRead = 64 * 1024 * 1024;

/** Opens the kernel's address space: the container's own map first, then the kernel image, then page tables. */
export function openKernelMemory(image: DumpImage, info: Vmcoreinfo): KernelMemory {
  const byTables = tablesOf(image, info);
  const pages = new Map<bigint, number | undefined>();
  const pageBytes = BigInt(Math.max(4096, info.pageSize));

  async function translate(address: bigint): Promise<number | undefined> {
    const page = address / pageBytes;
    if (!pages.has(page)) {
      if (pages.size > 100_000) pages.clear();
      pages.set(page, await translatePage(page * pageBytes));
    }
    const physical = pages.get(page);
    return physical === undefined ? undefined : physical + Number(address % pageBytes);
  }

  async function translatePage(address: bigint): Promise<number | undefined> {
    const segment = image.mapped.find(
      ({ virtual, sizeBytes }) => address >= virtual && address < virtual + BigInt(sizeBytes),
    );
    if (segment !== undefined) return segment.physical + Number(address - segment.virtual);
    return byTables(address);
  }

  async function read(address: bigint, length: number): Promise<Uint8Array | undefined> {
    if (length <= 0 || length > longestRead) return undefined;
    const runs: { physical: number; length: number }[] = [];
    for (let done = 0; done < length; ) {
      const at = address + BigInt(done);
      const physical = await translate(at);
      if (physical === undefined) return undefined;
      const want = Math.min(length - done, Number(pageBytes - (at % pageBytes)));
      const last = runs.at(-1);
      if (last !== undefined && last.physical + last.length === physical) last.length += want;
      else runs.push({ physical, length: want });
      done += want;
    }
    const parts: Uint8Array[] = [];
    for (const run of runs) {
      const bytes = await image.read(run.physical, run.length);
      if (bytes === undefined) return undefined;
      parts.push(bytes);
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  return {
    read,
    pointer: async (address) => {
      const bytes = await read(address, 8);
      return bytes === undefined ? undefined : viewOf(bytes).getBigUint64(0, true);
    },
  };
}

function tablesOf(image: DumpImage, info: Vmcoreinfo): Translate {
  if (!image.isPlain64) return async () => undefined;
  const isArm = image.machine === 'arm64' || info.number('kimage_voffset') !== undefined;
  return isArm ? arm64Tables(image, info) : x86Tables(image, info);
}

async function entryAt(image: DumpImage, table: number, index: number): Promise<bigint | undefined> {
  const bytes = await image.read(table + index * 8, 8);
  return bytes === undefined ? undefined : viewOf(bytes).getBigUint64(0, true);
}

function x86Tables(image: DumpImage, info: Vmcoreinfo): Translate {
  const physBase = info.number('phys_base') ?? image.physBase ?? 0n;
  const imageBytes = info.number('KERNEL_IMAGE_SIZE') ?? 0x20000000n;
  const encryption = info.number('sme_mask') ?? 0n;
  const top = info.symbol('init_top_pgt') ?? info.symbol('swapper_pg_dir') ?? info.symbol('init_level4_pgt');
  const levels = info.number('pgtable_l5_enabled') === 1n ? 5 : 4;
  const inImage = (address: bigint) =>
    address >= x86KernelMap &&
    address < x86KernelMap + (imageBytes < x86KernelMapBytes ? imageBytes : x86KernelMapBytes);
  const frame = 0x000ffffffffff000n & ~encryption;

  return async (address) => {
    if (inImage(address)) return Number(address - x86KernelMap + physBase);
    if (top === undefined || !inImage(top)) return undefined;
    let table = Number(top - x86KernelMap + physBase);
    for (let level = levels; level >= 1; level--) {
      const shift = BigInt(12 + 9 * (level - 1));
      const entry = await entryAt(image, table, Number((address >> shift) & 511n));
      if (entry === undefined || (entry & 1n) === 0n) return undefined;
      if (level === 1) return Number((entry & frame) + (address & 0xfffn));
      if (level <= 3 && (entry & 0x80n) !== 0n) {
        const size = 1n << shift;
        return Number((entry & frame & ~(size - 1n)) + (address & (size - 1n)));
      }
      table = Number(entry & frame);
    }
    return undefined;
  };
}

function arm64Tables(image: DumpImage, info: Vmcoreinfo): Translate {
  const imageOffset = info.number('kimage_voffset');
  const addressBits = Number(info.number('VA_BITS') ?? 48n);
  const pageBits = Math.log2(info.pageSize);
  const top = info.symbol('swapper_pg_dir');
  const perLevel = pageBits - 3;
  const levels = Math.ceil((addressBits - pageBits) / perLevel);
  const frame = ((1n << 48n) - 1n) & ~(BigInt(info.pageSize) - 1n);

  return async (address) => {
    if (imageOffset === undefined || top === undefined || !Number.isInteger(pageBits)) return undefined;
    let table = Number(BigInt.asUintN(64, top - imageOffset));
    for (let level = levels; level >= 1; level--) {
      const shift = BigInt(pageBits + perLevel * (level - 1));
      const bits = level === levels ? addressBits - Number(shift) : perLevel;
      const entry = await entryAt(image, table, Number((address >> shift) & ((1n << BigInt(bits)) - 1n)));
      if (entry === undefined || (entry & 1n) === 0n) return undefined;
      const isBlock = level > 1 && (entry & 2n) === 0n;
      if (isBlock || level === 1) {
        const size = 1n << shift;
        return Number((entry & frame & ~(size - 1n)) + (address & (size - 1n)));
      }
      table = Number(entry & frame);
    }
    return undefined;
  };
}
