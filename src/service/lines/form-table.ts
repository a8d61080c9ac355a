/** Numbers the forms of lines: two hashes of 32 bits lead to the same number again. Grows by doubling. */
export interface FormTable {
  /** The form's number, or -1 where the form is new. */
  find(first: number, second: number): number;
  add(first: number, second: number): number;
  size(): number;
}

export function createFormTable(): FormTable {
  let capacity = 1 << 8;
  let slots = new Int32Array(capacity).fill(-1);
  let firsts = new Int32Array(capacity >> 1);
  let seconds = new Int32Array(capacity >> 1);
  let size = 0;
  return { find, add, size: () => size };

  function find(first: number, second: number): number {
    const mask = capacity - 1;
    for (let slot = (first ^ (second >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const form = slots[slot]!;
      if (form < 0) return -1;
      if (firsts[form] === first && seconds[form] === second) return form;
    }
  }

  function add(first: number, second: number): number {
    if (size + 1 > capacity >> 1) grow();
    firsts[size] = first;
    seconds[size] = second;
    place(size);
    return size++;
  }

  function place(form: number): void {
    const mask = capacity - 1;
    let slot = (firsts[form]! ^ (seconds[form]! >>> 15)) & mask;
    while (slots[slot]! >= 0) slot = (slot + 1) & mask;
    slots[slot] = form;
  }

  function grow(): void {
    capacity *= 2;
    slots = new Int32Array(capacity).fill(-1);
    const biggerFirsts = new Int32Array(capacity >> 1);
    const biggerSeconds = new Int32Array(capacity >> 1);
    biggerFirsts.set(firsts);
    biggerSeconds.set(seconds);
    firsts = biggerFirsts;
    seconds = biggerSeconds;
    for (let form = 0; form < size; form++) place(form);
  }
}
