import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexDocument } from '../../src/service/lines/index-document.ts';
import { openIndex } from '../../src/service/lines/index-reader.ts';

/**
 * Group accuracy (share of lines whose group is exactly a true group) and F1 of it over groups, for whole lines and
 * for messages alone, of each set in the folder; the last row holds the means.
 */
export async function groupAccuracy(folder: string): Promise<Record<string, string>[]> {
  const scores: { set: string; values: number[] }[] = [];
  for (const set of readdirSync(folder).sort()) {
    const base = join(folder, set, `${set}_2k.log`);
    if (!existsSync(`${base}_structured.csv`)) continue;
    const [header, ...rows] = parseCsv(readFileSync(`${base}_structured.csv`, 'utf8'));
    const column = (name: string) => rows.map((row) => row[header!.indexOf(name)] ?? '');
    const truth = column('EventId');
    const messages = await groups(column('Content'));
    const lines = existsSync(base)
      ? await groups(readFileSync(base, 'utf8').split('\n').slice(0, truth.length))
      : messages;
    scores.push({ set, values: [...score(truth, messages), ...score(truth, lines)] });
  }
  const means = [0, 1, 2, 3].map(
    (i) => scores.reduce((sum, { values }) => sum + values[i]!, 0) / Math.max(1, scores.length),
  );
  return [...scores, { set: 'mean', values: means }].map(({ set, values }) => ({
    set,
    'messages: accuracy': values[0]!.toFixed(3),
    'messages: F1': values[1]!.toFixed(3),
    'lines: accuracy': values[2]!.toFixed(3),
    'lines: F1': values[3]!.toFixed(3),
  }));
}

async function groups(lines: readonly string[]): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-groups-'));
  try {
    writeFileSync(join(folder, 'log'), lines.map((line) => `${line.replaceAll('\n', ' ')}\n`).join(''));
    await indexDocument({ path: join(folder, 'log'), indexPath: join(folder, 'index') });
    const index = await openIndex(join(folder, 'index'));
    const found: number[] = [];
    for (let at = 0; at < index.blocks.length; at++) {
      for (const form of (await index.block(at)).forms) found.push(index.templateOfForm[form]!);
    }
    await index.close();
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function score(truth: readonly string[], found: readonly number[]): [accuracy: number, f1: number] {
  const key = (members: readonly number[]) => members.join();
  const trueGroups = new Set([...membersOf(truth).values()].map(key));
  const foundGroups = [...membersOf(found).values()];
  const right = foundGroups.filter((members) => trueGroups.has(key(members)));
  const lines = right.reduce((sum, members) => sum + members.length, 0);
  const precision = right.length / Math.max(1, foundGroups.length);
  const recall = right.length / Math.max(1, trueGroups.size);
  return [
    lines / Math.max(1, truth.length),
    precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  ];
}

function membersOf(groupOfLine: readonly (string | number)[]): Map<string | number, number[]> {
  const members = new Map<string | number, number[]>();
  groupOfLine.forEach((group, line) => {
    const list = members.get(group);
    if (list) list.push(line);
    else members.set(group, [line]);
  });
  return members;
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
