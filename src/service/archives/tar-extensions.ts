import { nameOf } from './member-name.ts';

/** What stands before a member's header and changes what it says: GNU's long names, and records of POSIX. */
export interface TarExtensions {
  name?: string;
  sizeBytes?: number;
  modifiedMs?: number;
  /** GNU's records of a sparse file, in their order. */
  sparse: [key: string, value: string][];
}

const maxRecords = 200_000;

/** Adds POSIX records: `30 mtime=1700000000.123456789\n`, the first number being the record's length. */
export function addPaxRecords(extensions: TarExtensions, bytes: Uint8Array): void {
  for (let at = 0, count = 0; at < bytes.length && count < maxRecords; count++) {
    const blank = bytes.indexOf(0x20, at);
    const length = blank < 0 ? 0 : Number(nameOf(bytes.subarray(at, blank)));
    if (!(Number.isSafeInteger(length) && at + length > blank && at + length <= bytes.length)) return;
    const record = bytes.subarray(blank + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    if (equals > 0) addRecord(extensions, nameOf(record.subarray(0, equals)), nameOf(record.subarray(equals + 1)));
    at += length;
  }
}

function addRecord(extensions: TarExtensions, key: string, value: string): void {
  if (key === 'path') extensions.name ??= value;
  else if (key === 'GNU.sparse.name') extensions.name = value;
  else if (key === 'size' && /^\d{1,15}$/.test(value)) extensions.sizeBytes = Number(value);
  else if (key === 'mtime' && Number(value) > 0) extensions.modifiedMs = Math.floor(Number(value) * 1000);
  else if (key.startsWith('GNU.sparse.')) extensions.sparse.push([key.slice(11), value]);
}

/** A long name as GNU writes it: a text that ends with a zero byte. */
export function longName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return nameOf(end < 0 ? bytes : bytes.subarray(0, end));
}
