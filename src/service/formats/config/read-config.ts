import type { ReadContext } from '../format.ts';
import type { DocumentInfo, Finding, Reading } from '../reading.ts';
import type { ConfigText } from './config-text.ts';
import { factsOf } from './facts-of.ts';
import { parseConfig } from './parse-config.ts';
import { findTroubles } from './rules/find-troubles.ts';
import { maskSecrets } from './secrets/mask-secrets.ts';
import { secretLinesOf } from './secrets/secret-lines.ts';

/** Beyond this a configuration is a dump; its lines stay searchable. */
const maxParsedBytes = 4 * 1024 * 1024;
const maxFindings = 200;
const maxSecretLines = 20_000;

/** Takes a configuration apart and says what does not fit together in it. */
export async function readConfig(context: ReadContext): Promise<Reading> {
  const { name, source } = context;
  const document = await documentOf(context);
  const bytes = await source.read(0, maxParsedBytes);
  const text = new TextDecoder().decode(bytes);
  const isWhole = source.sizeBytes <= maxParsedBytes;
  const config = parseConfig(text, name);
  context.progress(0.7);
  // A cut-off text breaks at its end by our own doing.
  const parsed: ConfigText = isWhole ? config : { ...config, problems: [] };
  const secrets = secretLinesOf(text.split('\n'));
  const findings = findTroubles(parsed, name, Date.now())
    .slice(0, maxFindings)
    .map((finding) => quotable(finding, secrets, document.lines));
  return {
    fileType: 'config',
    documents: [{ ...document, ...(secrets.size > 0 ? { secretLines: [...secrets].slice(0, maxSecretLines) } : {}) }],
    findings,
    series: [],
    timeline: [],
    unread:
      isWhole && !parsed.isCut
        ? []
        : [`${name}: only its beginning was parsed, because it is long; all lines can be searched.`],
    facts: factsOf(parsed),
  };
}

/** A line with a secret is not quoted: what stands right before or behind it shows the place. */
function quotable(finding: Finding, secrets: ReadonlySet<number>, lines: number): Finding {
  const hidden = finding.evidence.filter(({ lineStart }) => secrets.has(lineStart)).map(({ lineStart }) => lineStart);
  const evidence = finding.evidence.flatMap((range) => {
    if (range.lineEnd > lines) return [];
    if (!secrets.has(range.lineStart)) return [range];
    const near = [range.lineStart - 1, range.lineStart + 1, range.lineStart - 2, range.lineStart + 2].find(
      (line) => line >= 1 && line <= lines && !secrets.has(line),
    );
    return near === undefined ? [] : [{ ...range, lineStart: near, lineEnd: near }];
  });
  const note =
    hidden.length === 0
      ? ''
      : ` Line ${hidden.slice(0, 6).join(', ')} is not quoted, because it contains a secret; a line beside it is.`;
  return {
    ...finding,
    title: maskSecrets(finding.title),
    explanation: maskSecrets(finding.explanation) + note,
    evidence,
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
