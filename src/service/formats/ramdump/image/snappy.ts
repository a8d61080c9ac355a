/** Unpacks one snappy block of at most `maxBytes`. Throws on damaged input. */
export function unpackSnappy(packed: Uint8Array, maxBytes: number): Uint8Array {
  let at = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = packed[at++];
    if (byte === undefined || shift > 28) throw new Error('snappy: no length');
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (size > maxBytes) throw new Error('snappy: too long');
  const result = new Uint8Array(size);
  let done = 0;
  while (at < packed.length) {
    const tag = packed[at++] ?? 0;
    if ((tag & 3) === 0) {
      let length = tag >> 2;
      if (length >= 60) {
        const extra = length - 59;
        length = little(packed, at, extra);
        at += extra;
      }
      length++;
      if (at + length > packed.length || done + length > size) throw new Error('snappy: literal too long');
      result.set(packed.subarray(at, at + length), done);
      at += length;
      done += length;
      continue;
    }
    const kind = tag & 3;
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const distance = kind === 1 ? ((tag >> 5) << 8) | (packed[at] ?? 0) : little(packed, at, kind === 2 ? 2 : 4);
    at += kind === 1 ? 1 : kind === 2 ? 2 : 4;
    if (distance === 0 || distance > done || done + length > size) throw new Error('snappy: bad copy');
    // Source and target may overlap; each byte may be one just written.
    for (let i = 0; i < length; i++, done++) result[done] = result[done - distance] ?? 0;
  }
  if (done !== size) throw new Error('snappy: too short');
  return result;
}

function little(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value += (bytes[at + i] ?? 0) * 2 ** (8 * i);
  return value;
}
