/** A function's name as people write it: Rust's mangled names read, everything else as it is. */
export function readableName(symbol: string): string {
  if (!symbol.startsWith('_R') || symbol.length > 1024) return symbol;
  try {
    const reader = createReader(symbol.slice(2));
    return reader.path(0);
  } catch {
    return symbol;
  }
}

const primitives: Record<string, string> = {
  a: 'i8',
  b: 'bool',
  c: 'char',
  d: 'f64',
  e: 'str',
  f: 'f32',
  h: 'u8',
  i: 'isize',
  j: 'usize',
  l: 'i32',
  m: 'u32',
  n: 'i128',
  o: 'u128',
  p: '_',
  s: 'i16',
  t: 'u16',
  u: '()',
  v: '...',
  x: 'i64',
  y: 'u64',
  z: '!',
};

/** Rust's v0 names (RFC 2603), as far as kernel symbols use them. Throws on what it does not know. */
function createReader(text: string) {
  let at = 0;
  const fail = (): never => {
    throw new Error('not a v0 symbol');
  };
  const peek = () => text[at] ?? fail();
  const next = () => text[at++] ?? fail();

  function base62(): number {
    if (peek() === '_') {
      at++;
      return 0;
    }
    let value = 0;
    for (let c = next(); c !== '_'; c = next()) {
      const digit = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(c);
      if (digit === -1) fail();
      // Crate hashes are wider than a number; only their end matters here.
      value = Math.min(value * 62 + digit, Number.MAX_SAFE_INTEGER);
    }
    return value + 1;
  }

  function identifier(): { name: string; disambiguator: number } {
    let disambiguator = 0;
    if (peek() === 's') {
      at++;
      disambiguator = base62() + 1;
    }
    if (peek() === 'u') at++;
    let digits = '';
    while (/\d/.test(text[at] ?? '')) digits += text[at++];
    const length = Number(digits);
    if (digits === '' || length > text.length - at) fail();
    if (text[at] === '_') at++;
    const name = text.slice(at, at + length);
    at += length;
    return { name, disambiguator };
  }

  function elsewhere<T>(read: (depth: number) => T, depth: number): T {
    const target = base62();
    if (target >= at) fail();
    const back = at;
    at = target;
    const value = read(depth);
    at = back;
    return value;
  }

  function path(depth: number): string {
    if (depth > 40) fail();
    const tag = next();
    if (tag === 'C') return identifier().name;
    if (tag === 'M' || tag === 'X') {
      if (peek() === 's') {
        at++;
        base62();
      }
      path(depth + 1);
      const type = typeName(depth + 1);
      return tag === 'M' ? `<${type}>` : `<${type} as ${path(depth + 1)}>`;
    }
    if (tag === 'Y') return `<${typeName(depth + 1)} as ${path(depth + 1)}>`;
    if (tag === 'N') {
      const space = next();
      const parent = path(depth + 1);
      const { name, disambiguator } = identifier();
      if (space === 'C') return `${parent}::{closure#${disambiguator}}`;
      return name === '' ? parent : `${parent}::${name}`;
    }
    if (tag === 'I') {
      const generic = path(depth + 1);
      const args: string[] = [];
      while (peek() !== 'E') args.push(argument(depth + 1));
      at++;
      return `${generic}::<${args.join(', ')}>`;
    }
    if (tag === 'B') return elsewhere(path, depth + 1);
    return fail();
  }

  function argument(depth: number): string {
    if (peek() === 'L') {
      at++;
      base62();
      return "'_";
    }
    if (peek() === 'K') {
      at++;
      next();
      while (next() !== '_');
      return '_';
    }
    return typeName(depth);
  }

  function typeName(depth: number): string {
    if (depth > 40) fail();
    const tag = peek();
    const primitive = primitives[tag];
    if (primitive !== undefined) {
      at++;
      return primitive;
    }
    if (tag === 'R' || tag === 'Q') {
      at++;
      if (peek() === 'L') {
        at++;
        base62();
      }
      return `&${tag === 'Q' ? 'mut ' : ''}${typeName(depth + 1)}`;
    }
    if (tag === 'P' || tag === 'O') {
      at++;
      return `*${tag === 'P' ? 'const' : 'mut'} ${typeName(depth + 1)}`;
    }
    if (tag === 'S') {
      at++;
      return `[${typeName(depth + 1)}]`;
    }
    if (tag === 'T') {
      at++;
      const items: string[] = [];
      while (peek() !== 'E') items.push(typeName(depth + 1));
      at++;
      return `(${items.join(', ')})`;
    }
    if (tag === 'B') {
      at++;
      return elsewhere(typeName, depth + 1);
    }
    return path(depth + 1);
  }

  return { path };
}
