import { type ConfigChange, compareConfigs } from '../../formats/config/diff/compare-configs.ts';
import type { DocumentInfo, LineRange } from '../../formats/reading.ts';
import type { Claim } from '../detect/observation.ts';
import type { Scene } from '../investigation.ts';
import { join, number, say, type Text, words } from '../wording/say.ts';
import { type LoggedSettings, settingsIn } from './settings-in-log.ts';

const maxLines = 50_000;
const maxChars = 2 * 1024 * 1024;
const maxShown = 40;

interface ConfigComparison {
  claims: Claim[];
  changes: number;
  /** What is worth knowing beside them: values only written otherwise, two devices, what was not compared. */
  notes: Claim[];
  /** Documents of one name in both files. */
  pairs: number;
}

/** What changed in meaning between the configurations of two files, document by document of the same name. */
export async function compareConfigFiles(run: Scene, baseline: number, other: number): Promise<ConfigComparison> {
  const result: ConfigComparison = { claims: [], changes: 0, notes: [], pairs: 0 };
  const before = run.files[baseline]!.reading.documents.filter((info) => info.fileType === 'config');
  const after = run.files[other]!.reading.documents.filter((info) => info.fileType === 'config');
  const isSingle = before.length === 1 && after.length === 1;
  for (const info of after) {
    const partner = isSingle ? before[0] : before.find((one) => one.name === info.name);
    const now = run.documents.citedName(other, info.name);
    if (partner === undefined) {
      result.changes++;
      result.claims.push({ text: say`New file ${info.name}`, ranges: [{ document: now, lineStart: 1, lineEnd: 1 }] });
      continue;
    }
    result.pairs++;
    const old = run.documents.citedName(baseline, partner.name);
    const [oldText, newText] = [await textOf(run, old), await textOf(run, now)];
    for (const one of [partner, info].filter((each) => each.lines > maxLines || each.sizeBytes > maxChars)) {
      result.notes.push({
        text: say`Only the beginning of ${one.name} was compared, at most ${words(number(maxLines))} lines and 2 MiB`,
        ranges: [],
      });
    }
    if (oldText === newText) continue;
    const names = [run.files[baseline]!.reading.facts.Hostname, run.files[other]!.reading.facts.Hostname];
    if (isSingle && names[0] !== undefined && names[1] !== undefined && names[0] !== names[1]) {
      result.notes.push({
        text: say`These are configurations of two devices, ${String(names[0])} and ${String(names[1])}`,
        ranges: [],
      });
    }
    for (const change of compareConfigs(oldText, newText)) {
      const claim = { text: say`${info.name}${sentenceOf(change)}`, ranges: rangesOf(change, old, now) };
      if (change.kind === 'same value') {
        if (result.notes.length < maxShown) result.notes.push(claim);
        continue;
      }
      result.changes++;
      if (result.claims.length < maxShown) result.claims.push(claim);
    }
  }
  for (const info of isSingle ? [] : before) {
    if (after.some((one) => one.name === info.name)) continue;
    result.changes++;
    const old = run.documents.citedName(baseline, info.name);
    result.claims.push({ text: say`File ${info.name} is gone`, ranges: [{ document: old, lineStart: 1, lineEnd: 1 }] });
  }
  return result;
}

async function textOf(run: Scene, name: string): Promise<string> {
  const document = await run.documents.open(name);
  if (document === undefined) return '';
  const text = (await document.lines(1, Math.min(maxLines, document.info.lines))).join('\n');
  return text.length <= maxChars ? text : text.slice(0, text.lastIndexOf('\n', maxChars) + 1);
}

const maxPairs = 20;

interface SettingsComparison {
  claims: Claim[];
  changes: number;
  /** Where settings that differ are printed: those lines are told by them. */
  ranges: LineRange[];
}

/** Settings that programs print into their logs and that differ between two files, text by text of the same name. */
export async function compareLoggedSettings(run: Scene, baseline: number, other: number): Promise<SettingsComparison> {
  const result: SettingsComparison = { claims: [], changes: 0, ranges: [] };
  const logsOf = (index: number) => run.files[index]?.reading.documents.filter(isLog) ?? [];
  const [before, after] = [logsOf(baseline), logsOf(other)];
  const isSingle = before.length === 1 && after.length === 1;
  for (const info of after.slice(0, maxPairs)) {
    const partner = isSingle ? before[0] : before.find(({ name }) => name === info.name);
    if (!partner) continue;
    const [old, now] = [run.documents.citedName(baseline, partner.name), run.documents.citedName(other, info.name)];
    const [was, is] = [await readSettings(run, old), await readSettings(run, now)];
    // A log that begins after the start prints none: nothing was taken away.
    if (![...is.names].some((name) => was.names.has(name))) continue;
    for (const change of compareConfigs(was.text, is.text)) {
      if (change.kind === 'moved' || change.kind === 'same value') continue;
      const { lineBefore, lineAfter, endBefore: _old, endAfter: _new, ...rest } = change;
      const [wasAt, isAt] = [lineOf(was, lineBefore), lineOf(is, lineAfter)];
      const placed = {
        ...rest,
        ...(wasAt === undefined ? {} : { lineBefore: wasAt }),
        ...(isAt === undefined ? {} : { lineAfter: isAt }),
      };
      result.changes++;
      const ranges = rangesOf(placed, old, now);
      result.ranges.push(...ranges);
      if (result.claims.length < maxShown) result.claims.push({ text: say`Setting${sentenceOf(placed)}`, ranges });
    }
  }
  return result;
}

function isLog({ fileType, writing }: DocumentInfo): boolean {
  return fileType !== 'config' && fileType !== 'pcap' && fileType !== 'perfetto' && writing === undefined;
}

async function readSettings(run: Scene, name: string): Promise<LoggedSettings> {
  const document = await run.documents.open(name);
  return document ? await settingsIn(document) : { text: '', lines: [], names: new Set() };
}

/** Of a line of the configuration, where the log prints it. */
function lineOf({ lines }: LoggedSettings, line: number | undefined): number | undefined {
  return line === undefined ? undefined : lines[line - 1];
}

/** Where it is, what changed, and what that may mean; follows the name of what it is of. */
function sentenceOf({ kind, place, before = '', after = '', impact }: ConfigChange): Text {
  const around = place.filter((part) => part !== '' && !before.startsWith(part) && !after.startsWith(part));
  const where = around.length === 0 ? words('') : say` in ${join(around, ' › ')}`;
  const meaning = impact === undefined ? words('') : say`. ${words(impact.replace(/\.$/, ''))}`;
  return say`${where}: ${whatOf(kind, before, after)}${meaning}`;
}

function whatOf(kind: ConfigChange['kind'], before: string, after: string): Text {
  switch (kind) {
    case 'added':
      return say`added: ${after}`;
    case 'removed':
      return say`removed: ${before}`;
    case 'moved':
      return say`moved: ${after}`;
    case 'renamed':
      return say`renamed: ${after}, was ${before}`;
    case 'changed':
    case 'same value':
      // Both masked alike: what changed is the secret.
      return before === after ? say`${after}, a secret that was replaced` : say`${after}, was ${before}`;
  }
}

/** The lines that show it, but those with secrets. */
function rangesOf(change: ConfigChange, old: string, now: string): LineRange[] {
  return [
    { document: old, line: change.lineBefore, end: change.endBefore, isSecret: change.isSecretBefore },
    { document: now, line: change.lineAfter, end: change.endAfter, isSecret: change.isSecretAfter },
  ].flatMap(({ document, line, end, isSecret }) =>
    line === undefined || isSecret ? [] : [{ document, lineStart: line, lineEnd: end ?? line }],
  );
}
