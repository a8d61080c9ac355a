/** Unpacks one LZO1X block of at most `maxBytes`. Throws on damaged input. */
export function unpackLzo(packed: Uint8Array, maxBytes: number): Uint8Array {
  const result = new Uint8Array(maxBytes);
  let at = 0;
  let done = 0;

  const next = (): number => {
    const byte = packed[at++];
    if (byte === undefined) throw new Error('lzo: input ends');
    return byte;
  };
  // A zero length goes on in the bytes that follow, 255 for each further zero.
  const longer = (base: number): number => {
    let length = base;
    for (let byte = next(); ; byte = next()) {
      if (byte !== 0) return length + byte;
      length += 255;
      if (length > maxBytes + 512) throw new Error('lzo: length');
    }
  };
  const literals = (count: number) => {
    if (at + count > packed.length || done + count > maxBytes) throw new Error('lzo: literals');
    result.set(packed.subarray(at, at + count), done);
    at += count;
    done += count;
  };
  const copy = (distance: number, count: number) => {
    if (distance > done || done + count > maxBytes) throw new Error('lzo: copy');
    for (let i = 0; i < count; i++, done++) result[done] = result[done - distance] ?? 0;
  };

  // How many literals came just before: 0, 1 to 3, or 4 and more; the meaning of a small code depends on it.
  let before = 0;
  const first = packed[0] ?? 0;
  if (first > 17) {
    at = 1;
    literals(first - 17);
    before = Math.min(first - 17, 4);
  }
  for (;;) {
    const code = next();
    let trailing: number;
    if (code >= 64) {
      trailing = code & 3;
      copy((next() << 3) + ((code >> 2) & 7) + 1, (code >> 5) + 1);
    } else if (code >= 32) {
      const count = (code & 31) === 0 ? longer(31) + 2 : (code & 31) + 2;
      const low = next();
      trailing = low & 3;
      copy((next() << 6) + (low >> 2) + 1, count);
    } else if (code >= 16) {
      const count = (code & 7) === 0 ? longer(7) + 2 : (code & 7) + 2;
      const low = next();
      const distance = ((code & 8) << 11) + (next() << 6) + (low >> 2);
      if (distance === 0) return result.slice(0, done);
      trailing = low & 3;
      copy(distance + 0x4000, count);
    } else if (before === 0) {
      literals(code === 0 ? longer(15) + 3 : code + 3);
      before = 4;
      continue;
    } else {
      trailing = code & 3;
      const distance = (next() << 2) + (code >> 2) + 1;
      if (before < 4) copy(distance, 2);
      else copy(distance + 0x800, 3);
    }
    literals(trailing);
    before = trailing;
  }
}
