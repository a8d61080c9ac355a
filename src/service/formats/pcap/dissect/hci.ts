import { type Dissection, pushLayer } from './dissection.ts';

const packetNames: Record<number, string> = { 1: 'command', 2: 'ACL data', 3: 'SCO data', 4: 'event', 5: 'ISO data' };

/** Reasons of a disconnection and statuses of a command: Bluetooth Core, volume 1, part F. */
const errorNames: Record<number, string> = {
  4: 'page timeout',
  5: 'authentication failure',
  6: 'PIN or key missing',
  8: 'connection timeout',
  12: 'command disallowed',
  13: 'rejected, limited resources',
  14: 'rejected, security reasons',
  16: 'connection accept timeout',
  19: 'remote user ended the connection',
  20: 'remote device low on resources',
  21: 'remote device powering off',
  22: 'ended by the local host',
  31: 'unspecified error',
  34: 'LL response timeout',
  59: 'unacceptable connection parameters',
  61: 'MIC failure',
  62: 'connection failed to be established',
};

export function hciErrorName(code: number): string {
  return errorNames[code] ?? `error 0x${code.toString(16).padStart(2, '0')}`;
}

/** HCI UART transport (H4): one byte of packet type, then the packet. */
export function readHciH4(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'hci_h4') || start >= end) return;
  const type = bytes[start]!;
  dissection.info = `HCI ${packetNames[type] ?? `packet type ${type}`}`;
  if (type === 1) {
    pushLayer(dissection, 'bthci_cmd');
    if (start + 3 <= end)
      dissection.info += ` 0x${view
        .getUint16(start + 1, true)
        .toString(16)
        .padStart(4, '0')}`;
  } else if (type === 2) pushLayer(dissection, 'bthci_acl');
  else if (type === 3) pushLayer(dissection, 'bthci_sco');
  else if (type === 4) readEvent(dissection, start + 1, end);
  else if (type === 5) pushLayer(dissection, 'bthci_iso');
}

/** LINKTYPE_BLUETOOTH_HCI_H4_WITH_PHDR: four bytes of direction come first. */
export function readHciH4WithDirection(dissection: Dissection, start: number, end: number): void {
  readHciH4(dissection, start + 4, end);
}

function readEvent(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'bthci_evt') || start + 2 > end) return;
  const code = bytes[start]!;
  dissection.info = `HCI event 0x${code.toString(16).padStart(2, '0')}`;
  if (code === 0x05 && start + 6 <= end) {
    const handle = view.getUint16(start + 3, true) & 0x0fff;
    const reason = bytes[start + 5]!;
    dissection.info = `HCI disconnection complete, handle 0x${handle.toString(16)}, ${hciErrorName(reason)}`;
    dissection.notes.push({ kind: 'hci-disconnect', handle, reason });
    return;
  }
  const status = failedStatus(dissection, code, start, end);
  if (status === undefined) return;
  dissection.info += `, ${hciErrorName(status)}`;
  dissection.notes.push({ kind: 'hci-error', text: dissection.info, status });
}

/** Connection complete, command status, LE connection complete: their first parameter is a status. */
function failedStatus(dissection: Dissection, code: number, start: number, end: number): number | undefined {
  const { bytes } = dissection;
  const isLeConnection = code === 0x3e && (bytes[start + 2] === 1 || bytes[start + 2] === 10);
  const at = code === 0x03 || code === 0x0f ? start + 2 : isLeConnection ? start + 3 : end;
  return at < end && bytes[at] !== 0 ? bytes[at] : undefined;
}
