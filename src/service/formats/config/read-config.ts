import type { ReadContext } from '../format.ts';
import type { DocumentInfo, Finding, Reading } from '../reading.ts';
import type { ConfigText } from './config-text.ts';
import { factsOf } from './facts-of.ts';
import { parseConfig } from './parse-config.ts';
import { findDuplicates } from './rules/duplicates.ts';
import { findParseErrors } from './rules/parse-errors.ts';
import { findBrokenReferences } from './rules/references.ts';
import { findSuspiciousValues } from './rules/suspicious-values.ts';

/** Beyond this a configuration is a dump; its lines stay searchable. */
const maxParsedBytes = 8 * 1024 * 1024;
const maxFindings = 200;

/** Takes a configuration apart and says what does not fit together in it. */
export async function readConfig(context: ReadContext): Promise<Reading> {
  const { name, source } = context;
  const document = await documentOf(context);
  const bytes = await source.read(0, maxParsedBytes);
  const text = new TextDecoder().decode(bytes);
  const isWhole = source.sizeBytes <= maxParsedBytes;
  const config = parseConfig(text);
  context.progress(0.7);
  // A cut-off text breaks at its end by our own doing.
  const parsed: ConfigText = isWhole ? config : { ...config, problems: [] };
  const findings: Finding[] = [
    ...findParseErrors(parsed, name),
    ...findBrokenReferences(parsed, name),
    ...findDuplicates(parsed, name),
    ...findSuspiciousValues(parsed, name),
  ].map((finding) => ({
    ...finding,
    evidence: finding.evidence.filter(({ lineEnd }) => lineEnd <= document.lines),
  }));
  return {
    fileType: 'config',
    documents: [document],
    findings: findings.slice(0, maxFindings),
    series: [],
    timeline: [],
    unread: isWhole ? [] : [`${name}: only the first 8 MiB were taken apart; all lines can be searched.`],
    facts: factsOf(parsed),
  };
}

async function documentOf({ name, source, signal }: ReadContext): Promise<DocumentInfo> {
  let lineFeeds = 0;
  let lastByte = 10;
  for await (const chunk of source.stream()) {
    signal.throwIfAborted();
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lineFeeds++;
    lastByte = chunk[chunk.length - 1] ?? lastByte;
  }
  const lines = lineFeeds + (lastByte === 10 ? 0 : 1);
  return { name, fileType: 'config', path: source.path, sizeBytes: source.sizeBytes, lines, clock: 'none' };
}
