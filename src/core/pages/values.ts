import { html } from 'hono/html';
import type { Html } from './html.ts';

/** A moment in UTC, to the minute. */
export function moment(time: string | number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

export function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 20 });
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A name as part of an address; half a character, which no address can hold, as the sign for one that is unknown. */
export function inAddress(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
