import type { Sample } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import type { ConfigSyntax } from './config-text.ts';
import { isMarkdown, isSourceCode } from './is-source-code.ts';
import { commandWords } from './kinds/command-words.ts';
import type { ConfigKind } from './kinds/config-kind.ts';
import { kindOf } from './kinds/kind-of.ts';
import { printsResults, printsTable, saysSentences, tellsCrash } from './printed-lines.ts';
import { meaningfulLines, syntaxOf, taggedLine } from './syntax-of.ts';

const configName = /\.(?:cfg|conf|config|cnf|ini|ya?ml|json[c5]?|xml|plist|properties|toml|env|iptables|rules|set)$/i;
const namedBonus = 0.1;

/** How surely a file is a configuration: by its grammar, and only where its lines are no records of moments. */
export async function detectConfig(sample: Sample): Promise<number> {
  if (sample.memberNames || sample.head.subarray(0, 4096).includes(0)) return 0;
  const isWhole = sample.head.length >= sample.sizeBytes;
  const text = new TextDecoder().decode(sample.head);
  const claim = await sureness(text, isWhole, sample.name);
  if (claim === 0) return configName.test(sample.name) && isUntimedKeyText(text) && !isSourceCode(text) ? 0.3 : 0;
  return Math.min(0.98, claim + (configName.test(sample.name) ? namedBonus : 0));
}

async function sureness(text: string, isWhole: boolean, name: string): Promise<number> {
  if (/^[^\S\n]*[!#]\s*RANCID-CONTENT-TYPE:/m.test(text.slice(0, 2000))) return 0.98;
  const lines = meaningfulLines(text).slice(0, 3000);
  if (lines.length === 0) return onlyComments(text, name);
  const syntax = syntaxOf(text);
  if (syntax === 'json') return jsonSureness(text, isWhole);
  if (isMarkdown(text)) return 0;
  if (syntax === 'xml') return xmlSureness(text);
  const timed = timedShare(text, lines);
  if (timed > 0.1 || (timed > 0 && (syntax === 'yaml' || syntax === 'properties'))) return 0;
  // YAML has no tabs before a key: text that is not called so and has them is printed.
  if (syntax === 'yaml' && !yamlName.test(name) && lines.some((line) => line.startsWith('\t'))) return 0;
  if (syntax === 'iptables') return 0.95;
  if (tellsCrash(text)) return 0;
  if (syntax === 'yaml' && !yamlName.test(name) && printsTable(lines)) return 0;
  const kind = kindOf(text, syntax, lines, name);
  if (isSourceCode(text, kind?.id)) return 0;
  const isUnreadable = syntax === 'yaml' && !yamlName.test(name) && !(await readsAsYaml(text));
  const byForm = isUnreadable ? 0 : byGrammar(text, lines, syntax);
  // Keys with values are what programs print, too: a name can tell that these were printed.
  const isPrinted = /^(?:ini|yaml|properties)$/.test(syntax) && (printsResults(lines) || logName.test(name));
  return Math.max(isPrinted ? Math.min(byForm, belowLog) : byForm, kind ? byKind(kind, lines.length) : 0);
}

/** Most files need no parser of YAML to be told from one. */
const loadParser = loadOnce(() => import('./parse-yaml.ts'));
const yamlName = /\.ya?ml$/i;
const fewProblems = 3;

/** What programs print looks like keys and values, but a parser of YAML trips over it again and again. */
async function readsAsYaml(text: string): Promise<boolean> {
  const { parseYaml } = await loadParser();
  const start = text.slice(0, 16 * 1024);
  const { problems } = parseYaml(start.length < text.length ? start.slice(0, start.lastIndexOf('\n')) : start);
  return problems.length <= fewProblems;
}

const logName = /\.(?:log|out|trace)(?:\.\d{1,4})?$/i;
/** Less than any text claims to be a log. */
const belowLog = 0.15;

/** Routers write `!`. Programs ship files in which every setting is commented out. */
function onlyComments(text: string, name: string): number {
  if (/^[^\S\n]*!/m.test(text)) return 0.5;
  return configName.test(name) && (text.match(/^[^\S\n]*[#;]/gm)?.length ?? 0) >= 3 ? 0.3 : 0;
}

/** Programs of which a share of the lines is known are surer than those known by a mark alone. */
function byKind({ lines, marks }: ConfigKind, count: number): number {
  if (lines) return count >= 2 ? 0.8 : 0.5;
  return (marks?.length ?? 0) >= 2 ? 0.75 : 0;
}

function byGrammar(text: string, lines: readonly string[], syntax: ConfigSyntax): number {
  switch (syntax) {
    case 'iptables':
    case 'json':
    case 'xml':
      return 0;
    case 'set commands':
    case 'nested edits':
      return lines.length >= 2 ? 0.85 : 0.6;
    case 'tagged sections':
      return 0.85;
    case 'braces':
      return shareOf(lines, /[;{}]\s*$|^\s*[\w./*-]+(?: [^.!?]{1,120})?$|^\s*[\w.-]+\s*=\s*\S/) > 0.8 ? 0.8 : 0;
    case 'ini':
      return shareOf(lines, /^\s*\[|^\s*[\w."'/@-][^=]{0,80}=/) > 0.6 && shareOf(lines, taggedLine) < 0.3 ? 0.85 : 0;
    case 'yaml':
      return yamlSureness(lines);
    case 'properties':
      return lines.length >= 2 && keysRepeatLittle(lines, /^\s*(?:export )?([^\s=]+)\s*=/)
        ? 0.65
        : lines.length < 10
          ? 0.3
          : belowLog;
    case 'commands':
      return commandSureness(text, lines);
  }
}

/** Keys in one flat list that repeat, or that are phrases, are what programs print about their work. */
function yamlSureness(lines: readonly string[]): number {
  const isNested = lines.some((line) => /^\s+\S/.test(line)) || lines.some((line) => /^\s*- /.test(line));
  const isRepeating = !keysRepeatLittle(lines, /^(\s*[\w./"'-]+):/);
  if (!isNested && (isRepeating || shareOf(lines, /^["']?[\w./-]+["']?:(?:\s|$)/) < 0.8)) return 0;
  if (!isNested && saysSentences(lines)) return 0;
  return isRepeating || lines.length < 3 ? 0.3 : 0.65;
}

/** A time of day, a date, a time since boot, or a level, as the first thing of a line: a record, not a setting. */
const momentStart =
  /^\s{0,80}(?:<\d{1,3}>)?\[?\s*(?:\d{4}[-/.]\d\d?[-/.]\d\d?[T ,_]|\d\d?[-/.]\d\d?[-/.]\d{2,4}[T ,]|\d\d:\d\d:\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d|\d{1,7}\.\d{3,9}\]|\d{10,19}[ .]|(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b)/;

const timeOfDay = /(?:^|[\sT[(=])\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?:$|[\sZ\])+-])/;
const headerLines = 10;

/** How many of the lines tell a moment. A device prints when it was asked, in comments at the top: they do not count. */
function timedShare(text: string, lines: readonly string[]): number {
  const settings = lines.filter(
    (line) => momentStart.test(line) || (timeOfDay.test(line.slice(0, 100)) && !/^\s*timeout /.test(line)),
  );
  const comments = text
    .split('\n')
    .slice(headerLines, 3000)
    .filter((line) => /^\s*[#!;]/.test(line) && timeOfDay.test(line.slice(0, 100)));
  return (settings.length + comments.length) / (lines.length + comments.length);
}

/** Words of everyday English are commands only in company. */
const nounCommand =
  /^(?:no )?(?:line (?:con|vty|aux|tty|default|card|console|template|\d)|system (?:\{|mtu|jumbo|default|qos|services|max|reload|linecard|virtual|image|config))/;

/** Router and firewall text: commands from a small vocabulary, blocks by indentation, `!` as a full stop. */
function commandSureness(text: string, lines: readonly string[]): number {
  const outer = lines.filter((line) => /^\S/.test(line));
  const counted = outer.length > 0 ? outer : lines;
  const known = counted.filter((line) => {
    const words = line.trim().toLowerCase().split(/\s+/);
    const word =
      words[0] === 'no' || words[0] === 'undo' || words[0] === 'default' ? (words[1] ?? words[0]) : words[0]!;
    return (
      commandWords.has(word) ||
      nounCommand.test(line.trim()) ||
      (word.startsWith('/') && /^\/[a-z]+(?: [a-z-]+)*$/.test(line.trim()))
    );
  }).length;
  const share = known / counted.length;
  const sentences = shareOf(lines, /[.!?:]\s*$|\S, \S/);
  const stops = text.split('\n').filter((line) => /^\s*!/.test(line)).length;
  const isNamed = lines.some((line) => /^(?:hostname|sysname|switchname|host-name) "?[\w.-]+"?;?$/.test(line.trim()));
  if (isNamed && (stops > 0 || share >= 0.3 || /^[^\S\n]*#\s*$/m.test(text))) return 0.8;
  if (share >= 0.6 && sentences < 0.4) return lines.length === 1 && stops === 0 ? 0.5 : 0.8;
  if (share >= 0.3 && sentences < 0.4 && (stops > 0 || lines.length >= 5)) return 0.65;
  if (stops >= 2 && stops >= lines.length * 0.1 && sentences < 0.3) return 0.6;
  return 0;
}

function jsonSureness(text: string, isWhole: boolean): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const records = lines.slice(0, 5).filter((line) => parseObject(line) !== undefined).length;
  if (records >= 2) return 0;
  if (/"traceEvents"\s*:|"ph"\s*:\s*"[A-Za-z]"/.test(text)) return 0;
  const value = isWhole ? parseObject(text) : undefined;
  if (value) {
    if (lines.length === 1 || Array.isArray(value)) {
      const sample = Array.isArray(value) ? value.slice(0, 20) : [value];
      const timed = sample.filter((each) => isObject(each) && Object.keys(each).some((key) => timeKey.test(key)));
      if (timed.length > sample.length / 2) return 0;
    }
    return 0.85;
  }
  // Broken or cut off: one record a line is a log, one key a line is a document.
  if (lines.length >= 2 && lines.slice(0, 20).filter((line) => /^\s*\{.*[:,]/.test(line)).length > 1) return 0.1;
  return shareOf(lines, /^\s*(?:"[^"]*"\s*:|[\]})]|[[{]$|"[^"]*",?$|[\d.-]+,?$|\/\/|true|false|null)/) > 0.7
    ? 0.7
    : 0.2;
}

const timeKey = /^@?(?:t|ts|time|timestamp|date|datetime|eventtime|__REALTIME_TIMESTAMP|.*(?:Timestamp|_time|_at))$/i;

function xmlSureness(text: string): number {
  const first = /<(?!\?|!)\s*([\w:.-]+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  if (['html', 'event', 'events', 'log4j:event', 'record', 'log', 'testsuite', 'testsuites'].includes(first)) return 0;
  return first !== '' && /^\s*<(?:\?xml|!--|!DOCTYPE|[\w:.-]+[\s>/])/i.test(text) ? 0.8 : 0;
}

function keysRepeatLittle(lines: readonly string[], key: RegExp): boolean {
  const keys = lines.flatMap((line) => key.exec(line)?.[1] ?? []);
  return keys.length > 0 && new Set(keys).size / keys.length > 0.5;
}

/** For a name that says configuration: no line tells a moment, and something looks like a setting. */
function isUntimedKeyText(text: string): boolean {
  const lines = meaningfulLines(text).slice(0, 1000);
  return (
    lines.length > 0 && !lines.some((line) => momentStart.test(line)) && shareOf(lines, /^\s*[\w.-]+[ =:]\s*\S/) > 0.5
  );
}

function shareOf(lines: readonly string[], pattern: RegExp): number {
  return lines.length === 0 ? 0 : lines.filter((line) => pattern.test(line.slice(0, 500))).length / lines.length;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
