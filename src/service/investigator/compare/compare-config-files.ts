import { compareConfigs } from '../../formats/config/compare-configs.ts';
import { holdsSecret } from '../../formats/config/secrets/mask-secrets.ts';
import { join, say, words } from '../answer/say.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';

const maxLines = 50_000;
const maxShown = 40;

export interface ConfigComparison {
  claims: Claim[];
  changes: number;
  /** Documents of one name in both files. */
  pairs: number;
}

/** What changed in meaning between the configurations of two files, document by document of the same name. */
export async function compareConfigFiles(
  run: Investigation,
  baseline: number,
  other: number,
): Promise<ConfigComparison> {
  const result: ConfigComparison = { claims: [], changes: 0, pairs: 0 };
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
    if (oldText === newText) continue;
    for (const change of compareConfigs(oldText, newText)) {
      result.changes++;
      if (result.claims.length >= maxShown) continue;
      const place = change.place.filter((part) => part !== '').map((part) => say`${part}`);
      const where = place.length === 0 ? words('') : say` in ${join(place, ' › ')}`;
      const what =
        change.kind === 'changed'
          ? say`${change.after ?? ''}, was ${change.before ?? ''}`
          : change.kind === 'added'
            ? say`added: ${change.after ?? ''}`
            : say`removed: ${change.before ?? ''}`;
      const ranges = [
        { document: old, line: change.lineBefore, text: change.before },
        { document: now, line: change.lineAfter, text: change.after },
      ].flatMap(({ document, line, text }) =>
        line === undefined || holdsSecret(text ?? '') ? [] : [{ document, lineStart: line, lineEnd: line }],
      );
      result.claims.push({ text: say`${info.name}${where}: ${what}`, ranges });
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

async function textOf(run: Investigation, name: string): Promise<string> {
  const document = await run.documents.open(name);
  return document === undefined ? '' : (await document.lines(1, Math.min(maxLines, document.info.lines))).join('\n');
}
