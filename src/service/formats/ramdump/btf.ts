import { viewOf } from '../../lines/byte-reading.ts';

const magic = 0xeb9f;
const structKind = 4;
const unionKind = 5;
const maxTypes = 4_000_000;

/** Bytes that follow a type's header, for each kind with `count` members. */
const trailing: Record<number, (count: number) => number> = {
  1: () => 4,
  3: () => 12,
  4: (count) => count * 12,
  5: (count) => count * 12,
  6: (count) => count * 8,
  13: (count) => count * 8,
  14: () => 4,
  15: (count) => count * 12,
  17: () => 4,
  19: (count) => count * 12,
};

/** Byte offsets of the members of one structure, from a kernel's BTF; undefined where it is not in there. */
export function readStruct(bytes: Uint8Array, name: string): Map<string, number> | undefined {
  if (bytes.length < 24) return undefined;
  const view = viewOf(bytes);
  if (view.getUint16(0, true) !== magic) return undefined;
  const headerBytes = view.getUint32(4, true);
  const typesAt = headerBytes + view.getUint32(8, true);
  const typesEnd = typesAt + view.getUint32(12, true);
  const stringsAt = headerBytes + view.getUint32(16, true);
  if (typesEnd > bytes.length || stringsAt > bytes.length) return undefined;
  const textAt = (offset: number) => {
    const from = stringsAt + offset;
    const end = bytes.indexOf(0, from);
    return new TextDecoder('latin1').decode(bytes.subarray(from, Math.min(end === -1 ? from : end, from + 128)));
  };
  const places: number[] = [0];
  let wanted: number | undefined;
  for (let at = typesAt; at + 12 <= typesEnd && places.length < maxTypes; ) {
    const info = view.getUint32(at + 4, true);
    const kind = (info >>> 24) & 31;
    if (kind === structKind && wanted === undefined && isNamed(bytes, stringsAt + view.getUint32(at, true), name)) {
      if ((info & 0xffff) > 0) wanted = at;
    }
    places.push(at);
    at += 12 + (trailing[kind]?.(info & 0xffff) ?? 0);
  }
  if (wanted === undefined) return undefined;
  const members = new Map<string, number>();
  addMembers(view, textAt, places, wanted, 0, members, 0, typesEnd);
  return members;
}

function isNamed(bytes: Uint8Array, at: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name.charCodeAt(i)) return false;
  return bytes[at + name.length] === 0;
}

// Members of unnamed structures within belong to the outer one.
function addMembers(
  view: DataView,
  textAt: (offset: number) => string,
  places: readonly number[],
  type: number,
  base: number,
  members: Map<string, number>,
  depth: number,
  typesEnd: number,
): void {
  const info = view.getUint32(type + 4, true);
  const isBitfield = info >>> 31 === 1;
  const count = info & 0xffff;
  for (let i = 0; i < count; i++) {
    const at = type + 12 + i * 12;
    if (at + 12 > typesEnd) return;
    const name = textAt(view.getUint32(at, true));
    const bits = view.getUint32(at + 8, true);
    const offset = base + Math.floor((isBitfield ? bits & 0xffffff : bits) / 8);
    if (name !== '') {
      if (!members.has(name)) members.set(name, offset);
      continue;
    }
    const inner = places[view.getUint32(at + 4, true)];
    if (inner === undefined || inner === 0 || depth > 4) continue;
    const kind = (view.getUint32(inner + 4, true) >>> 24) & 31;
    if (kind === structKind || kind === unionKind) {
      addMembers(view, textAt, places, inner, offset, members, depth + 1, typesEnd);
    }
  }
}
