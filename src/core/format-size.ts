const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `61.4 MB`: decimal units, as browsers and disks count. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  // A limit of 1.07 GB is not told as 1.1 GB.
  return `${Number(value.toFixed(unit > 2 ? 2 : 1))} ${units[unit]}`;
}
