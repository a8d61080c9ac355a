import { compareConfigs } from '../../formats/config/diff/compare-configs.ts';
import type { Claim } from '../detect/observation.ts';
import type { Scene } from '../investigation.ts';
import { number, say, words } from '../wording/say.ts';
import { rangesOf, sentenceOf } from './config-words.ts';

const maxLines = 50_000;
const maxChars = 2 * 1024 * 1024;
const maxShown = 40;

export interface ConfigComparison {
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
        text: say`Of ${one.name} the beginning was compared, at most ${words(number(maxLines))} lines and 2 MiB`,
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
