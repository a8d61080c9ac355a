const maxBytes = 255;

/** The base name a client gave its file: no path, no control or direction characters, at most 255 bytes with its ending. */
export function clientFileName(given: string | undefined): string {
  const base = (given ?? '').split(/[/\\]/).at(-1)!;
  const clean = base
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (clean === '' || clean === '.' || clean === '..') return 'upload';
  return shorten(clean);
}

function shorten(name: string): string {
  const sizeBytes = (text: string) => Buffer.byteLength(text);
  if (sizeBytes(name) <= maxBytes) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  let stem = '';
  for (const character of name.slice(0, name.length - ending.length)) {
    if (sizeBytes(stem) + sizeBytes(character) + sizeBytes(ending) > maxBytes) break;
    stem += character;
  }
  return stem + ending;
}
