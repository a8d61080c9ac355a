import { viewOf } from '../../lines/byte-reading.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { Vmcoreinfo } from './vmcoreinfo.ts';

const maxSymbols = 2_000_000;
const longestNames = 64 * 1024 * 1024;
const symbolTypes = /^[a-zA-Z?]/;

/** Addresses of the named symbols from the kernel's own packed symbol table; those it finds. */
export async function readKallsyms(
  memory: KernelMemory,
  info: Vmcoreinfo,
  wanted: readonly string[],
): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>();
  const table = await readTable(memory, info);
  if (table === undefined) return found;
  const { names, tokens, count } = table;
  const places = new Map<string, number>();
  // A symbol of known address tells how the offsets are meant.
  const known = ['_stext', 'init_uts_ns', 'swapper_pg_dir'].filter((name) => info.symbol(name) !== undefined);
  const looked = new Set([...wanted, ...known]);
  for (let index = 0, at = 0; index < count && at < names.length; index++) {
    let length = names[at++] ?? 0;
    // Long names take two bytes, seven bits each.
    if (length >= 0x80) length = (length & 0x7f) | ((names[at++] ?? 0) << 7);
    let name = '';
    for (let i = 0; i < length; i++) name += tokens[names[at + i] ?? 0] ?? '';
    at += length;
    if (!symbolTypes.test(name)) break;
    name = name.slice(1);
    if (looked.has(name) && !places.has(name)) places.set(name, index);
    if (places.size === looked.size) break;
  }
  const addressOf = addressForm(table, places, known, info);
  if (addressOf === undefined) return found;
  for (const name of wanted) {
    const index = places.get(name);
    const address = index === undefined ? undefined : addressOf(index);
    if (address !== undefined) found.set(name, address);
  }
  return found;
}

interface SymbolTable {
  names: Uint8Array;
  tokens: string[];
  offsets: DataView;
  base: bigint;
  count: number;
}

async function readTable(memory: KernelMemory, info: Vmcoreinfo): Promise<SymbolTable | undefined> {
  const at = (name: string) => info.symbol(`kallsyms_${name}`);
  const [namesAt, countAt, tableAt, indexAt, offsetsAt, baseAt] = [
    at('names'),
    at('num_syms'),
    at('token_table'),
    at('token_index'),
    at('offsets'),
    at('relative_base'),
  ];
  if (namesAt === undefined || countAt === undefined || tableAt === undefined) return undefined;
  if (indexAt === undefined || offsetsAt === undefined || baseAt === undefined || indexAt <= tableAt) return undefined;
  const countBytes = await memory.read(countAt, 4);
  const base = await memory.pointer(baseAt);
  const count = countBytes === undefined ? 0 : viewOf(countBytes).getUint32(0, true);
  if (base === undefined || count === 0 || count > maxSymbols) return undefined;
  const index = await memory.read(indexAt, 512);
  const table = await memory.read(tableAt, Math.min(Number(indexAt - tableAt), 65_536));
  const offsets = await memory.read(offsetsAt, count * 4);
  const names = await readNames(memory, namesAt, count);
  if (index === undefined || table === undefined || offsets === undefined || names === undefined) return undefined;
  return { names, tokens: tokensOf(table, viewOf(index)), offsets: viewOf(offsets), base, count };
}

// How long the names are is nowhere told; two dozen bytes each is more than kernels need.
async function readNames(memory: KernelMemory, at: bigint, count: number): Promise<Uint8Array | undefined> {
  for (let each = 24; each >= 6; each -= 6) {
    const names = await memory.read(at, Math.min(count * each, longestNames));
    if (names !== undefined) return names;
  }
  return undefined;
}

function tokensOf(table: Uint8Array, index: DataView): string[] {
  const tokens: string[] = [];
  for (let token = 0; token < 256; token++) {
    const from = index.getUint16(token * 2, true);
    const end = table.indexOf(0, from);
    tokens.push(new TextDecoder('latin1').decode(table.subarray(from, end === -1 ? from : Math.min(end, from + 64))));
  }
  return tokens;
}

function addressForm(
  table: SymbolTable,
  places: ReadonlyMap<string, number>,
  known: readonly string[],
  info: Vmcoreinfo,
): ((index: number) => bigint) | undefined {
  const forms: ((index: number) => bigint)[] = [
    // Negative offsets count from the base, others are per-CPU places.
    (index) => {
      const offset = table.offsets.getInt32(index * 4, true);
      return offset >= 0 ? BigInt(offset) : BigInt.asUintN(64, table.base - 1n - BigInt(offset));
    },
    (index) => BigInt.asUintN(64, table.base + BigInt(table.offsets.getUint32(index * 4, true))),
    (index) => BigInt.asUintN(64, table.base + BigInt(table.offsets.getInt32(index * 4, true))),
  ];
  const checks = known.filter((name) => places.has(name));
  return forms.find((form) => checks.some((name) => form(places.get(name) ?? 0) === info.symbol(name)));
}
