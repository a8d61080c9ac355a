import type { DocumentInfo, Reading, Severity } from '../../formats/reading.ts';

const gravity: Readonly<Record<Severity, number>> = { critical: 60, error: 40, warning: 12, info: 0 };
const tellingNames =
  /(?:^|[^a-z])(?:err(?:or)?s?|crash\w*|panic|fatal|fail\w*|exception|oom|dump|dmesg|kern(?:el)?|console|messages|syslog)(?:[^a-z]|$)/i;
const olderPiece = /\.(?:\d{1,3}|old|bak|prev(?:ious)?|\d{8}|\d{4}-\d\d-\d\d)(?:\.(?:gz|bz2|xz|zst|zip))?$/i;
const dayMs = 86_400_000;

/**
 * Of an archive's many texts those that matter most, the most telling first, whatever their order in it: where the
 * readers found something grave, whose names tell of failures, that go on to the end of the record, and that say more.
 */
export function chooseTexts(
  infos: readonly DocumentInfo[],
  readings: readonly { reading: Reading; citedName(document: string): string }[],
  most: number,
): DocumentInfo[] {
  if (infos.length <= most) return [...infos];
  const worst = worstByDocument(readings);
  const last = Math.max(...infos.map((info) => (info.clock === 'absolute' ? (info.lastTimeMs ?? 0) : 0)));
  const scored = infos.map((info, index) => {
    const ageDays = info.clock === 'absolute' && last > 0 ? (last - (info.lastTimeMs ?? 0)) / dayMs : 1;
    const score =
      (worst.get(info.name) ?? 0) +
      (tellingNames.test(info.name) ? 10 : 0) -
      (olderPiece.test(info.name) ? 6 : 0) -
      Math.min(8, ageDays * 2) +
      Math.min(10, Math.log2(1 + info.lines) / 2);
    return { info, score, index };
  });
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  return scored.slice(0, most).map(({ info }) => info);
}

function worstByDocument(
  readings: readonly { reading: Reading; citedName(document: string): string }[],
): Map<string, number> {
  const worst = new Map<string, number>();
  const see = (name: string, weight: number) => worst.set(name, Math.max(worst.get(name) ?? 0, weight));
  for (const { reading, citedName } of readings) {
    for (const { evidence, severity, role } of reading.findings)
      for (const { document } of evidence) see(citedName(document), gravity[severity] + (role === 'cause' ? 10 : 0));
    for (const { document, severity } of reading.timeline) see(citedName(document), gravity[severity] / 2);
  }
  return worst;
}
