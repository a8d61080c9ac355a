import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from '#core/errors.ts';

/** By the names of variables. */
export type Settings = Record<string, string>;

/** What `logtriage setup` writes, and every command reads where it runs. */
export const settingsFile = 'logtriage.env';

/** An empty value counts as unset, as in the `.env.example` that people begin with. */
export function readSettings(text = readText()): Settings {
  const settings: Settings = {};
  for (const [name, value] of Object.entries(parseEnv(text))) if (value?.trim()) settings[name] = value;
  return settings;
}

/** An empty answer is none. */
export function put(settings: Settings, name: string, answer: string): void {
  if (answer === '') delete settings[name];
  else settings[name] = answer;
}

export function writeSettings(settings: Settings): void {
  try {
    writeFileSync(settingsFile, mergeSettings(readText(), settings), { mode: 0o600 });
    // Also where it was there before, for everybody to read.
    chmodSync(settingsFile, 0o600);
  } catch (error) {
    throw new UsageError(`${settingsFile} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

/** The text with these settings and no others; comments, and lines that stay true, are left as they are. */
export function mergeSettings(text: string, settings: Settings): string {
  const before = readSettings(text);
  const written = new Set<string>();
  const kept = assignments(text).flatMap(({ name, lines }) => {
    if (name === undefined || before[name] === settings[name]) return [lines];
    const value = settings[name];
    if (value === undefined || written.has(name)) return [];
    written.add(name);
    return [toLine(name, value)];
  });
  const added = Object.entries(settings).filter(([name]) => !(name in before) && !written.has(name));
  const body = kept.join('\n');
  const gap = body === '' || body.endsWith('\n') || added.length === 0 ? '' : '\n';
  return `${body}${gap}${added.map(([name, value]) => `${toLine(name, value)}\n`).join('')}`;
}

function readText(): string {
  return existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8') : '';
}

/** Each line, or lines where a quoted value has several, with the variable that it sets. */
function assignments(text: string): { name?: string; lines: string }[] {
  const statements = text.matchAll(
    /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?:(["'`])[\s\S]*?\2.*|.*)$|^.*$/gm,
  );
  return Array.from(statements, ([lines, name]) => (name === undefined ? { lines } : { name, lines }));
}

/** In single quotes Node, Compose and systemd read a value alike and change nothing in it. */
function toLine(name: string, value: string): string {
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? '';
  return `${name}=${quote}${value}${quote}`;
}
