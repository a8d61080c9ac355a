import { literalPattern } from '#core/literal-pattern.ts';
import type { Claim } from '../detect/observation.ts';
import type { Investigation } from '../investigation.ts';
import { answerCapture } from './answer-capture.ts';
import { answerConfig } from './answer-config.ts';
import { answerDeviceState } from './answer-device-state.ts';
import { answerTraceSize } from './answer-trace-size.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, plural, say, words } from './say.ts';

/** Questions that only one type of file knows, answered from what its reader counted; undefined for all others. */
export async function answerByType(run: Investigation): Promise<Draft | undefined> {
  const [file] = run.files;
  if (file === undefined || run.files.length > 1) return undefined;
  if (file.reading.fileType === 'pcap') return (await packetAsked(run)) ?? (await talkers(run)) ?? answerCapture(run);
  if (file.reading.fileType === 'bugreport') return answerDeviceState(run);
  if (file.reading.fileType === 'perfetto') return answerTraceSize(run);
  if (file.reading.fileType === 'config')
    return (await shutInterfaces(run)) ?? (await nameUsed(run)) ?? (await answerConfig(run));
  return undefined;
}

/** "what happened at packet 12": that packet and its neighbours. */
async function packetAsked(run: Investigation): Promise<Draft | undefined> {
  const asked = /\b(?:packet|frame)(?: (?:number|no\.?))?\s{0,2}#?(\d{1,9})\b/i.exec(run.question.text)?.[1];
  const [info] = run.documents.infos;
  if (asked === undefined || info === undefined) return undefined;
  const line = Number(asked);
  if (line < 1 || line > info.lines)
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`There is no packet ${line}: the capture has ${plural(info.lines, 'packet')}`,
      proof: [],
    });
  const document = await run.documents.open(info.name);
  const [text = ''] = (await document?.lines(line, line)) ?? [];
  const told = run.files[0]!.reading.findings.filter((finding) =>
    finding.evidence.some((range) => range.lineStart <= line && line <= range.lineEnd),
  );
  const around = { document: info.name, lineStart: Math.max(1, line - 2), lineEnd: Math.min(info.lines, line + 2) };
  return lookUp({
    cause: say`Packet ${line}: ${text.slice(0, 240)}`,
    explanation: told.slice(0, 4).map((finding) => ({ text: say`It belongs to: ${finding.title}`, ranges: [] })),
    proof: [
      { text: words('The packet'), ranges: [{ ...around, lineStart: line, lineEnd: line }] },
      { text: words('With those before and after'), ranges: [around] },
    ],
  });
}

const asksForTalkers =
  /\b(?:talk\w*|talkers?|chatt\w+|most (?:traffic|bytes|packets|data)|busiest|(?:which|what) (?:hosts?|addresses|conversations?|endpoints?|ips?)\b.{0,40}\b(?:most|top|active|involved|there))\b/i;

async function talkers(run: Investigation): Promise<Draft | undefined> {
  const rows = run.files[0]!.reading.tables?.talkers ?? [];
  const [info] = run.documents.infos;
  if (rows.length === 0 || info === undefined || !asksForTalkers.test(run.question.text)) return undefined;
  const document = await run.documents.open(info.name);
  const proof: Claim[] = [];
  const told = rows.slice(0, 8).map((row) => ({
    name: String(row.conversation ?? ''),
    packets: Number(row.packets ?? 0),
    bytes: Number(row.bytes ?? 0),
  }));
  for (const { name, packets, bytes } of told) {
    const ends = name
      .replace(/^\w+ /, '')
      .split(/\s*↔\s*/)
      .map((end) => end.trim());
    const found = await document?.search({ all: ends, limit: 1, budgetMs: 2000 });
    const line = found?.firstLine;
    if (line === undefined) continue;
    proof.push({
      text: say`${name}: ${plural(packets, 'packet')}, ${bytes} bytes`,
      ranges: [{ document: info.name, lineStart: line, lineEnd: line }],
    });
  }
  const heads = told
    .slice(0, 3)
    .map(({ name, packets, bytes }) => say`${name} (${plural(packets, 'packet')}, ${bytes} bytes)`);
  return lookUp({ cause: say`Most traffic: ${join(heads, '; ')}`, proof });
}

const maxConfigLines = 50_000;

async function configLines(run: Investigation): Promise<{ document: string; lines: string[] }[]> {
  const texts: { document: string; lines: string[] }[] = [];
  for (const info of run.documents.infos.slice(0, 50)) {
    const document = await run.documents.open(info.name);
    if (document !== undefined)
      texts.push({ document: info.name, lines: await document.lines(1, Math.min(maxConfigLines, info.lines)) });
  }
  return texts;
}

async function shutInterfaces(run: Investigation): Promise<Draft | undefined> {
  const asks =
    /\b(?:interfaces?|ports?)\b.{0,40}\b(?:shut ?down|shut|down|disabled|inactive)\b|\b(?:shut ?down|disabled) (?:interfaces?|ports?)\b/i;
  if (!asks.test(run.question.text)) return undefined;
  const shut: { name: string; document: string; from: number; to: number }[] = [];
  let known = 0;
  for (const { document, lines } of await configLines(run)) {
    let current: { name: string; line: number } | undefined;
    for (const [index, line] of lines.entries()) {
      const name = /^\s*interface\s+(\S+(?: \d\S*)?)/i.exec(line)?.[1];
      if (name !== undefined) {
        current = { name, line: index + 1 };
        known++;
      } else if (/^\S/.test(line)) current = undefined;
      else if (current !== undefined && /^\s+(?:shutdown|disable;?)\s*$/i.test(line))
        shut.push({ name: current.name, document, from: current.line, to: index + 1 });
    }
  }
  if (known === 0) return undefined;
  if (shut.length === 0)
    return lookUp({
      verdict: 'INCONCLUSIVE',
      cause: say`None of the ${plural(known, 'interface')} is shut down`,
      proof: [],
    });
  const names = join(
    shut.slice(0, 12).map(({ name }) => say`${name}`),
    ', ',
  );
  return lookUp({
    cause: say`${shut.length} of ${plural(known, 'interface')} ${words(shut.length === 1 ? 'is' : 'are')} shut down: ${names}`,
    proof: shut.slice(0, 12).map(({ name, document, from, to }) => ({
      text: say`${name}`,
      ranges: [from, to].map((line) => ({ document, lineStart: line, lineEnd: line })),
    })),
  });
}

/** "is acl X used": where it is defined and which other lines name it. */
async function nameUsed(run: Investigation): Promise<Draft | undefined> {
  const asked =
    /\b(?:acl|access[- ]?list|route-?map|policy(?:-map|-statement)?|prefix-?list|class-map|vlan|object(?:-group)?|filter|vrf|crypto map|community-list)\s+(?!(?:is|are|was|were|applied|used)\b)["'`]?([\w.:-]{1,80})["'`]?\s.{0,20}\b(?:used|referenced|applied|in use|needed|attached)\b/i.exec(
      `${run.question.text} `,
    )?.[1];
  if (asked === undefined) return undefined;
  const word = new RegExp(`(?:^|[^\\w.-])${literalPattern(asked)}(?![\\w.-])`, 'i');
  const defines =
    /^\s*(?:ip(?:v6)? |mac )?(?:access-list|route-map|policy-map|policy-statement|prefix-list|class-map|vlan|object-group|object|vrf (?:definition|context)|filter|community-list|crypto map)\b/i;
  const places = (await configLines(run)).flatMap(({ document, lines }) =>
    lines.flatMap((line, index) =>
      word.test(line) ? [{ document, lineStart: index + 1, lineEnd: index + 1, isDefinition: defines.test(line) }] : [],
    ),
  );
  const definitions = places.filter((place) => place.isDefinition);
  const uses = places.filter((place) => !place.isDefinition);
  const state =
    places.length === 0
      ? say`No: ${asked} stands nowhere in this configuration`
      : uses.length === 0
        ? say`No: ${asked} is defined and no other line names it`
        : say`Yes: ${asked} is named by ${plural(uses.length, 'line')}${words(definitions.length === 0 ? ', and it is not defined here' : '')}`;
  return lookUp({
    ...(places.length === 0 ? { verdict: 'INCONCLUSIVE' as const } : {}),
    cause: state,
    proof: [
      ...(uses.length === 0 ? [] : [{ text: words('Where it is used'), ranges: uses.slice(0, 8) }]),
      ...(definitions.length === 0 ? [] : [{ text: words('Where it is defined'), ranges: definitions.slice(0, 4) }]),
    ],
  });
}
