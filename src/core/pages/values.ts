import { html } from 'hono/html';
import type { Html } from './html.ts';

/** `61.4 MB`: decimal units, as browsers and disks count. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  // A limit of 1.07 GB is not told as 1.1 GB.
  return `${unit === 0 ? value : value.toFixed(unit > 2 ? 2 : 1)} ${units[unit]}`;
}

/** A moment in UTC, to the minute. */
export function moment(time: string | number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

export function grouped(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : String(value);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A name as part of an address; half a character, which no address can hold, as the sign for one that is unknown. */
export function inAddress(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
