import { nextField, signedOf, textOf, type WireCursor } from './wire-cursor.ts';

/** A thread as most messages tell it: ids and a name, in fields that differ. 0 as a field's number: there is none. */
export function readThreadEntry(cursor: WireCursor, layout: { tid: number; pid: number; name: number }, missing = 0) {
  let tid = missing;
  let pid = missing;
  let name = '';
  while (nextField(cursor)) {
    if (cursor.field === layout.tid) tid = signedOf(cursor);
    else if (cursor.field === layout.pid) pid = signedOf(cursor);
    else if (cursor.field === layout.name) name = textOf(cursor);
  }
  return { tid, pid, name };
}
