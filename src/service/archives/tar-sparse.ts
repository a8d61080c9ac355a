import type { ByteCursor } from './byte-cursor.ts';
import { DamagedStream } from './damaged-stream.ts';
import type { TarExtensions } from './tar-extensions.ts';
import { blockBytes, type TarHeader, tarNumber } from './tar-header.ts';

/** A file with holes: where its data lies in it, in order, and its whole size. */
export interface SparseMap {
  parts: { offset: number; length: number }[];
  sizeBytes: number;
  /** Bytes of the archive after the header that are the map, not data. */
  mapBytes: number;
}

const maxParts = 100_000;

/** The map of a member, whichever of GNU's four ways it is written in; undefined for a file without holes. */
export async function sparseMapOf(
  header: TarHeader,
  { sparse }: TarExtensions,
  cursor: ByteCursor,
): Promise<SparseMap | undefined> {
  if (header.type === 'S') return checked(await oldMap(header, cursor));
  if (sparse.length === 0) return undefined;
  const value = (key: string) => sparse.find(([name]) => name === key)?.[1];
  const sizeBytes = Number(value('realsize') ?? value('size'));
  if (value('major') === '1') return checked(await mapInData(cursor, sizeBytes));
  const numbers = value('map')?.split(',').map(Number) ?? numbersInRecords(sparse);
  return checked({ parts: partsOf(numbers), sizeBytes, mapBytes: 0 });
}

async function oldMap({ block }: TarHeader, cursor: ByteCursor): Promise<SparseMap> {
  const parts: SparseMap['parts'] = [];
  const addFrom = (bytes: Uint8Array, at: number, count: number) => {
    for (let place = at; place < at + count * 24; place += 24) {
      const length = tarNumber(bytes, place + 12, 12);
      if (length > 0) parts.push({ offset: tarNumber(bytes, place, 12), length });
    }
  };
  addFrom(block, 386, 4);
  for (let goesOn = block[482] === 1; goesOn; ) {
    const more = await cursor.take(blockBytes);
    if (more.length < blockBytes || parts.length > maxParts) throw new DamagedStream('its map of holes is cut short');
    addFrom(more, 0, 21);
    goesOn = more[504] === 1;
  }
  return { parts, sizeBytes: tarNumber(block, 483, 12), mapBytes: 0 };
}

/** The newest way: lines of decimal numbers before the data, the first being how many parts there are. */
async function mapInData(cursor: ByteCursor, sizeBytes: number): Promise<SparseMap> {
  const numbers: number[] = [];
  let text = '';
  let mapBytes = 0;
  while (numbers.length === 0 || numbers.length < 1 + 2 * numbers[0]!) {
    const block = await cursor.take(blockBytes);
    mapBytes += block.length;
    if (block.length < blockBytes || !(mapBytes <= maxParts * 40)) {
      throw new DamagedStream('its map of holes is cut short');
    }
    const lines = (text + Buffer.from(block).toString('latin1')).split('\n');
    text = lines.pop()!;
    for (const line of lines) numbers.push(/^\d{1,15}$/.test(line) ? Number(line) : Number.NaN);
    if (Number.isNaN(numbers[0])) break;
  }
  return { parts: partsOf(numbers.slice(1, 1 + 2 * numbers[0]!)), sizeBytes, mapBytes };
}

function numbersInRecords(sparse: TarExtensions['sparse']): number[] {
  return sparse.filter(([key]) => key === 'offset' || key === 'numbytes').map(([, value]) => Number(value));
}

function partsOf(numbers: readonly number[]): SparseMap['parts'] {
  const parts: SparseMap['parts'] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    if (numbers[index + 1] !== 0) parts.push({ offset: numbers[index]!, length: numbers[index + 1]! });
  }
  return parts;
}

/** Parts must follow one another within the file. */
function checked(map: SparseMap): SparseMap {
  let end = 0;
  for (const { offset, length } of map.parts) {
    if (!(offset >= end && length > 0 && Number.isSafeInteger(offset + length))) end = Number.NaN;
    else end = offset + length;
  }
  if (!(map.sizeBytes >= end && Number.isSafeInteger(map.sizeBytes)))
    throw new DamagedStream('its map of holes is wrong');
  return map;
}
