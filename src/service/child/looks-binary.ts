/**
 * Whether bytes hold no text worth reading. Zero bytes do not count: a log after a power cut has runs of them.
 * Neither do bytes above 0x7f alone: they may be letters of any encoding.
 */
export function looksBinary(bytes: Uint8Array): boolean {
  let seen = 0;
  let control = 0;
  let high = 0;
  for (const byte of bytes) {
    if (byte === 0) continue;
    seen++;
    if (byte >= 0x7f) high += 1;
    else if (byte < 0x20 && !isTextControl(byte)) control++;
  }
  if (seen === 0) return true;
  const isMostlyHigh = high / seen > 0.3 && !isUtf8(bytes);
  return control / seen > 0.1 || (control / seen > 0.02 && isMostlyHigh);
}

/** Bell, backspace, tab, line feed, vertical tab, form feed, carriage return, escape. */
function isTextControl(byte: number): boolean {
  return (byte >= 7 && byte <= 13) || byte === 0x1b;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - 4), { stream: true });
    return true;
  } catch {
    return false;
  }
}
