import { viewOf } from '../../../lines/byte-reading.ts';

export interface ElfNote {
  name: string;
  type: number;
  content: Uint8Array;
}

const maxNotes = 200_000;

/** The notes of one note segment, as far as they make sense. */
export function* elfNotes(bytes: Uint8Array, isLittle: boolean): Generator<ElfNote> {
  const view = viewOf(bytes);
  const pad = (size: number) => Math.ceil(size / 4) * 4;
  let left = maxNotes;
  for (let at = 0; at + 12 <= bytes.length && left-- > 0; ) {
    const nameBytes = view.getUint32(at, isLittle);
    const contentBytes = view.getUint32(at + 4, isLittle);
    const nameAt = at + 12;
    const contentAt = nameAt + pad(nameBytes);
    const name = new TextDecoder('latin1').decode(bytes.subarray(nameAt, nameAt + Math.min(nameBytes, 32)));
    yield {
      name: name.replace(/\0.*$/s, ''),
      type: view.getUint32(at + 8, isLittle),
      content: bytes.subarray(contentAt, contentAt + contentBytes),
    };
    at = contentAt + pad(contentBytes);
  }
}
