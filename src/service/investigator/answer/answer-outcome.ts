import type { LineFields } from '../../lines/line-fields.ts';
import { shorten } from '../detect/shorten.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import { literal } from '../words/asked-word.ts';
import { tallyWords } from '../words/tally-words.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { join, number, plural, say, words } from './say.ts';
import { timeWordsOf } from './times.ts';

const asksForEnd =
  /^(?:is|was|were|are|did|has|have)\b.{1,80}\b(?:ok|okay|fine|good|successful\w*|succeed\w*|complet\w*|finish\w*|through|recover\w*|come back|work\w*|all right|alright)\b.{0,30}?(?:\b(?:in the end|at the end|finally|eventually|after all|at last)\b)/i;
const asksForWayIn =
  /^(?:did|has|have|was|were|could|is)\b.{1,80}\b(?:g[eo]t(?:ten)? (?:through|in\b|past|into|access)|let (?:in|through)|come through|came through|break in|broke in|log(?:ged)?[ -]?(?:in|on)\b|logins?\b|sign(?:ed)? in|connect successfully|allowed|accepted|successful\w*|succeed\w*)/i;
const accepted =
  /\b(?:accept(?:ed)?|allow(?:ed)?|permit(?:ted)?|pass(?:ed)?|granted|established|success(?:ful(?:ly)?)?|logged in|authenticated|session opened|(?:log[io]n|auth\w{0,12}|sign[ -]?in) (?:is |was )?ok)\b/i;
const refused =
  /\b(?:den(?:y|ied)|drop(?:ped)?|block(?:ed)?|reject(?:ed)?|refused|fail(?:ed|ure)?|invalid|forbidden|disallow(?:ed)?|not allowed|discard(?:ed)?|prohibit(?:ed)?|reset)\b/i;
const address =
  /\b(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2})\b/i;
const mostLines = 60_000;

interface Seen {
  line: number;
  text: string;
  fields: LineFields;
  timeMs: number | undefined;
}

/** "Was web11 ok in the end?", "did 203.0.113.7 get in?": told by the lines of the one that was asked about. */
export async function answerOutcome(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  const { text } = run.question;
  if (run.files.length > 1 || text.length > 200) return undefined;
  const ip = address.exec(text)?.[0];
  if (ip !== undefined && asksForWayIn.test(text)) return wayIn(run, evidence, ip);
  const name = evidence.about?.subject;
  if (name !== undefined && asksForEnd.test(text)) return inTheEnd(run, evidence, name.names[0]![0]!);
  return undefined;
}

async function wayIn(run: Investigation, evidence: Evidence, ip: string): Promise<Draft | undefined> {
  const [info] = run.documents.infos;
  const seen = info === undefined ? [] : await linesWith(run, info.name, ip);
  if (info === undefined || seen.length === 0) return undefined;
  const judged = seen.map((one) => ({ ...one, way: wayOf(one) }));
  const inside = judged.filter(({ way }) => way === 'in');
  const out = judged.filter(({ way }) => way === 'out');
  if (inside.length + out.length === 0) return undefined;
  const times = timeWordsOf(
    info,
    evidence.surveys.some((survey) => survey.isZoned),
  );
  const at = ({ timeMs }: Seen) => words(timeMs === undefined ? '' : ` at ${times.at(timeMs)}`);
  const where = placesOf(inside);
  const range = ({ line }: Seen) => ({ document: info.name, lineStart: line, lineEnd: line });
  const [first] = inside;
  const cause =
    first === undefined
      ? say`No: none of the ${plural(seen.length, 'line')} with ${ip} was accepted; ${plural(out.length, 'attempt')} ${words(out.length === 1 ? 'was' : 'were')} refused`
      : say`Yes: ${ip} got through ${words(inside.length === 1 ? 'once' : `${number(inside.length)} times`)}${where}, first${at(first)}${inside.length > 1 ? say`, last${at(inside.at(-1)!)}` : words('')}; ${plural(out.length, 'attempt')} refused`;
  return lookUp({
    cause,
    proof: [
      ...(inside.length > 0 ? [{ text: words('What was accepted'), ranges: inside.slice(0, 6).map(range) }] : []),
      ...(out.length > 0
        ? [{ text: words('The first and the last that was refused'), ranges: [out[0]!, out.at(-1)!].map(range) }]
        : []),
    ],
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 3),
  });
}

/** By its action where the line has one, else by its words. */
function wayOf({ fields, text }: Seen): 'in' | 'out' | undefined {
  for (const name of ['action', 'act', 'disposition', 'verdict', 'result', 'outcome', 'status', 'event']) {
    const value = fields.fields.get(name);
    if (typeof value !== 'string') continue;
    if (refused.test(value)) return 'out';
    if (accepted.test(value) || /^(?:close|server-rst|client-rst|timeout|start|built)$/i.test(value)) return 'in';
  }
  const status = /\b(?:answered |status[= ]|" )([1-5]\d\d)\b/.exec(`${fields.message} ${text}`)?.[1];
  if (status !== undefined) return /^[23]/.test(status) ? 'in' : 'out';
  if (refused.test(text)) return 'out';
  return accepted.test(text) ? 'in' : undefined;
}

/** To which ports, targets or as whom. */
function placesOf(inside: readonly Seen[]) {
  const parts = [
    { names: ['dstport', 'dst_port', 'dpt', 'DPT', 'dport', 'dest_port', 'port'], word: 'port' },
    { names: ['dstip', 'dst', 'DST', 'dst_ip', 'daddr', 'dest_ip'], word: 'at' },
    { names: ['user', 'username', 'duser', 'suser'], word: 'as' },
  ].flatMap(({ names, word }) => {
    const values = new Set(
      inside.map(({ fields }) => names.map((name) => fields.fields.get(name)).find((one) => one !== undefined)),
    );
    values.delete(undefined);
    if (values.size === 0 || values.size > 4) return [];
    return [
      say`${words(word)} ${join(
        [...values].map((value) => say`${String(value)}`),
        ', ',
      )}`,
    ];
  });
  return parts.length === 0 ? words('') : say`, ${join(parts, ' ')}`;
}

const failedCount = /\b(?:failed|failures?|errors?|unreachable|fatal)\s?[=:]\s?(\d+)/gi;
const wentWell =
  /\b(?:ok|success(?:ful(?:ly)?)?|succeeded|complet(?:e|ed)|finished|done|passed|recovered|healthy|up|back|online|ready|active)\b/i;
const wentBad =
  /\b(?:fail(?:ed|ure)?|error|fatal|unreachable|giving up|aborted|down|offline|denied|timed out|unhealthy|lost)\b/i;

/** The last word on it: a recap with its counts, else its last line that tells of an end. */
async function inTheEnd(run: Investigation, evidence: Evidence, name: string): Promise<Draft | undefined> {
  const [info] = run.documents.infos;
  const seen = info === undefined ? [] : await linesWith(run, info.name, name);
  if (info === undefined || seen.length === 0) return undefined;
  const told = seen.flatMap((one) => {
    const message = one.fields.message.length > one.text.length / 3 ? one.fields.message : one.text;
    const counts = [...one.text.matchAll(failedCount)].map((match) => Number(match[1]));
    if (counts.length > 0) return [{ ...one, message, isRecap: true, isWell: counts.every((count) => count === 0) }];
    const isBad = wentBad.test(message);
    return isBad || wentWell.test(message) ? [{ ...one, message, isRecap: false, isWell: !isBad }] : [];
  });
  const end = told.filter(({ isRecap }) => isRecap).at(-1) ?? told.at(-1);
  if (end === undefined) return undefined;
  const troubles = told.filter((one) => !one.isWell && one !== end);
  const times = timeWordsOf(
    info,
    evidence.surveys.some((survey) => survey.isZoned),
  );
  const at = end.timeMs === undefined ? words('') : words(` at ${times.at(end.timeMs)}`);
  const range = ({ line }: Seen) => ({ document: info.name, lineStart: line, lineEnd: line });
  const last = troubles.at(-1);
  const before =
    last === undefined
      ? words('')
      : say`; before that ${words(troubles.length === 1 ? '' : `${number(troubles.length)} lines of trouble, last `)}${shorten(last.message, 100)}`;
  return lookUp({
    cause: say`${words(end.isWell ? 'Yes' : 'No')}: ${name} ends with ${shorten(end.message, 110)}${at}${before}`,
    explanation: [{ text: say`${plural(seen.length, 'line')} of ${name} were looked at`, ranges: [] }],
    proof: [
      { text: words(end.isRecap ? 'Its counts at the end' : 'The last that is told of it'), ranges: [range(end)] },
      ...(troubles.length > 0
        ? [{ text: words('What went wrong on the way'), ranges: troubles.slice(-4).map(range) }]
        : []),
    ],
    used: evidence.observations.filter((one) => one.severity !== 'info').slice(0, 3),
  });
}

async function linesWith(run: Investigation, documentName: string, name: string): Promise<Seen[]> {
  const document = await run.documents.open(documentName);
  if (document === undefined) return [];
  const [found] = (await tallyWords(document, [literal(name)], run.signal)).words;
  const seen: Seen[] = [];
  for (const line of (found?.whole.lines ?? new Uint32Array()).subarray(0, mostLines)) {
    const [text = ''] = await document.lines(line, line);
    const fields = fieldsOf(text);
    seen.push({ line, text, fields, timeMs: (await document.meta(line)).timeMs ?? fields.timeMs });
  }
  return seen;
}
