import { compareConfigs } from '../../formats/config/diff/compare-configs.ts';
import type { DocumentInfo, LineRange } from '../../formats/reading.ts';
import type { Claim } from '../detect/observation.ts';
import type { Scene } from '../investigation.ts';
import { say } from '../wording/say.ts';
import { rangesOf, sentenceOf } from './config-words.ts';
import { type LoggedSettings, settingsIn } from './settings-in-log.ts';

const maxPairs = 20;
const maxShown = 20;

export interface SettingsComparison {
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
