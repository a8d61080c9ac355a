/** Line numbers in ascending order, each once. */
export interface LineList {
  push(line: number): void;
  lines(): Uint32Array;
}

export function createLineList(): LineList {
  let kept = new Uint32Array(16);
  let size = 0;
  return {
    push(line) {
      if (size > 0 && kept[size - 1] === line) return;
      if (size === kept.length) {
        const more = new Uint32Array(size * 2);
        more.set(kept);
        kept = more;
      }
      kept[size++] = line;
    },
    lines: () => kept.subarray(0, size),
  };
}

/** Lines that are in all of the lists. */
export function inAll(lists: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...rest] = [...lists].sort((a, b) => a.length - b.length);
  return rest.reduce(inBoth, first);
}

function inBoth(a: Uint32Array, b: Uint32Array): Uint32Array {
  const found = createLineList();
  let at = 0;
  for (const line of a) {
    while (at < b.length && b[at]! < line) at++;
    if (b[at] === line) found.push(line);
  }
  return found.lines();
}

/** Lines that are in any of the lists. */
export function inAny(lists: readonly Uint32Array[]): Uint32Array {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) return only;
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  const found = createLineList();
  for (const line of all.sort()) found.push(line);
  return found.lines();
}

/** Lines of the first list that are not in the second. */
export function notIn(a: Uint32Array, b: Uint32Array): Uint32Array {
  const found = createLineList();
  let at = 0;
  for (const line of a) {
    while (at < b.length && b[at]! < line) at++;
    if (b[at] !== line) found.push(line);
  }
  return found.lines();
}
