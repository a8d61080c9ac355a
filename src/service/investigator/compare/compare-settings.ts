import { type ConfigChange, compareConfigs } from '../../formats/config/diff/compare-configs.ts';
import type { DocumentInfo, LineRange } from '../../formats/reading.ts';
import type { Claim } from '../detect/observation.ts';
import type { Scene } from '../investigation.ts';
import { join, say, type Text, words } from '../wording/say.ts';
import { type LoggedSettings, settingsIn } from './settings-in-log.ts';

const maxLines = 50_000;
const maxChars = 2 * 1024 * 1024;
const maxShown = 40;

interface ConfigComparison {
  claims: Claim[];
  changes: number;
  /** What is worth knowing beside them: values only written otherwise, two devices, what was not compared. */
  notes: Claim[];
}

/** What changed in meaning between the configurations of two files, document by document of the same name. */
export async function compareConfigFiles(run: Scene, other: number): Promise<ConfigComparison> {
  const result: ConfigComparison = { claims: [], changes: 0, notes: [] };
  const { pairs, gone, isSingle } = documentsOf(run, other, ({ fileType }) => fileType === 'config');
  for (const { info, cited, before } of pairs) {
    if (before === undefined) {
      result.changes++;
      result.claims.push({ text: say`New file ${info.name}`, ranges: firstLineOf(cited) });
      continue;
    }
    const [oldText, newText] = [await textOf(run, before.cited), await textOf(run, cited)];
    result.notes.push(...[before.info, info].filter(isTooLong).map(onlyBeginning));
    if (oldText === newText) continue;
    if (isSingle) result.notes.push(...twoDevices(run, other));
    const changes = compareConfigs(oldText, newText);
    const changed = changes.filter(({ kind }) => kind !== 'same value');
    const claimOf = (change: ConfigChange): Claim => ({
      text: say`${info.name}${sentenceOf(change)}`,
      ranges: rangesOf(change, before.cited, cited),
    });
    result.changes += changed.length;
    addTo(result.claims, changed.map(claimOf));
    addTo(result.notes, changes.filter(({ kind }) => kind === 'same value').map(claimOf));
  }
  result.changes += gone.length;
  for (const { info, cited } of gone)
    result.claims.push({ text: say`File ${info.name} is gone`, ranges: firstLineOf(cited) });
  return result;
}

const firstLineOf = (document: string): LineRange[] => [{ document, lineStart: 1, lineEnd: 1 }];

/** As many as are shown. */
const addTo = (claims: Claim[], others: readonly Claim[]): void => {
  claims.push(...others.slice(0, Math.max(0, maxShown - claims.length)));
};

/** A document, and the name it has among those of all files. */
interface Named {
  info: DocumentInfo;
  cited: string;
}

/** Those of the later file, each with the one of the same name in the baseline: of one in each the name does not matter. */
function documentsOf(run: Scene, other: number, isMeant: (info: DocumentInfo) => boolean) {
  const named = (index: number): Named[] =>
    (run.files[index]?.reading.documents ?? [])
      .filter(isMeant)
      .map((info) => ({ info, cited: run.documents.citedName(index, info.name) }));
  const [before, after] = [named(0), named(other)];
  const isSingle = before.length === 1 && after.length === 1;
  const isSame = (one: Named) => (another: Named) => isSingle || one.info.name === another.info.name;
  const pairs = after.map((one) => ({ ...one, before: before.find(isSame(one)) }));
  return { isSingle, pairs, gone: before.filter((one) => !after.some(isSame(one))) };
}

const isTooLong = ({ lines, sizeBytes }: DocumentInfo): boolean => lines > maxLines || sizeBytes > maxChars;

const onlyBeginning = ({ name }: DocumentInfo): Claim => ({
  text: say`Only the beginning of ${name} was compared, at most ${maxLines} lines and 2 MiB`,
  ranges: [],
});

function twoDevices({ files }: Scene, other: number): Claim[] {
  const [one, another] = [files[0], files[other]].map((file) => file?.reading.facts.Hostname);
  if (one === undefined || another === undefined || one === another) return [];
  return [{ text: say`These are configurations of two devices, ${String(one)} and ${String(another)}`, ranges: [] }];
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
export async function compareLoggedSettings(run: Scene, other: number): Promise<SettingsComparison> {
  const result: SettingsComparison = { claims: [], changes: 0, ranges: [] };
  for (const { before, cited } of documentsOf(run, other, isLog).pairs.slice(0, maxPairs)) {
    if (before === undefined) continue;
    const [was, is] = [await readSettings(run, before.cited), await readSettings(run, cited)];
    // A log that begins after the start prints none: nothing was taken away.
    if (![...is.names].some((name) => was.names.has(name))) continue;
    const changes = compareConfigs(was.text, is.text).filter(({ kind }) => kind !== 'moved' && kind !== 'same value');
    const claims = changes.map((change) => {
      const { isSecretBefore, isSecretAfter, lineBefore = 0, lineAfter = 0 } = change;
      const lines = { lineBefore: was.lines[lineBefore - 1], lineAfter: is.lines[lineAfter - 1] };
      const ranges = rangesOf({ ...lines, isSecretBefore, isSecretAfter }, before.cited, cited);
      return { text: say`Setting${sentenceOf(change)}`, ranges };
    });
    result.changes += changes.length;
    result.ranges.push(...claims.flatMap(({ ranges }) => ranges));
    addTo(result.claims, claims);
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

type Shown = Partial<Record<'lineBefore' | 'lineAfter' | 'endBefore' | 'endAfter', number | undefined>> &
  Partial<Record<'isSecretBefore' | 'isSecretAfter', boolean | undefined>>;

/** The lines that show it, but those with secrets. */
function rangesOf(change: Shown, old: string, now: string): LineRange[] {
  const { lineBefore, lineAfter, endBefore = lineBefore, endAfter = lineAfter } = change;
  return [
    { document: old, lineStart: lineBefore, lineEnd: endBefore, isSecret: change.isSecretBefore },
    { document: now, lineStart: lineAfter, lineEnd: endAfter, isSecret: change.isSecretAfter },
  ].flatMap(({ document, lineStart, lineEnd, isSecret }) =>
    lineStart === undefined || lineEnd === undefined || isSecret ? [] : [{ document, lineStart, lineEnd }],
  );
}
