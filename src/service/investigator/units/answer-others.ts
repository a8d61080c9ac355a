import { literalPattern } from '#core/literal-pattern.ts';
import type { Draft } from '../answer/draft.ts';
import { join, say, type Text } from '../answer/say.ts';
import { columnFor, type TextColumn, valueReader } from '../calculate/columns.ts';
import { eachLine, type PassLine, sampleRows } from '../calculate/pass.ts';
import { lineOf, type Row } from '../calculate/row.ts';
import { createTallies } from '../calculate/tally.ts';
import { linesOfGroups } from '../detect/read-groups.ts';
import { gather } from '../gather.ts';
import type { Investigation } from '../investigation.ts';
import { linesWithMost, lookUpWords } from '../members/asked-lines.ts';
import type { Survey } from '../survey/survey.ts';
import { countOf, type LinesByDocument } from '../words/unit.ts';
import { familyIn } from './name-family.ts';
import { type OthersAsked, othersAsked } from './others-asked.ts';
import { tellAll, tellOthers } from './tell-others.ts';

const mostLines = 20_000;
const mostAlike = 60;

/** Whether what is asked about, or the trouble of the file, is of one alone: "No: only ...", or yes and which others. */
export async function answerOthers(run: Investigation, surveys: () => Promise<Survey[]>): Promise<Draft | undefined> {
  if (run.files.length !== 1 || !/^(?:log|capture|dmesg)$/.test(run.files[0]!.reading.fileType)) return undefined;
  const asked = othersAsked(run.question);
  if (asked === undefined) return undefined;
  for (const about of await linesAbout(run, asked, surveys)) {
    const column = await columnOf(run, asked, about.lines);
    const draft = column === undefined ? undefined : await tell(run, asked, about, column);
    if (draft !== undefined) return draft;
  }
  return undefined;
}

async function tell(
  run: Investigation,
  asked: OthersAsked,
  about: About,
  column: TextColumn,
): Promise<Draft | undefined> {
  const tallies = createTallies();
  const all = new Set<string>();
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const value = column.read(line);
      if (value === undefined) return;
      if (all.size < 5000) all.add(value);
      if (about.isIn(line)) tallies.count(value, line);
    },
  });
  const ranked = tallies.all().sort((a, b) => b.count - a.count);
  if (ranked.length === 0) return undefined;
  return asked.isOfAll
    ? tellAll(run, asked, about.said, ranked, all.size)
    : tellOthers(run, asked, about.said, ranked, all.size);
}

interface About {
  isIn(line: PassLine): boolean;
  lines: LinesByDocument;
  said: Text;
}

/** Lines with what is said of the others; else those of each trouble, the first in rank first. */
async function linesAbout(run: Investigation, asked: OthersAsked, surveys: () => Promise<Survey[]>): Promise<About[]> {
  if (asked.words.length > 0) {
    const tokens = asked.phrase.match(/[\p{L}\d]+/gu) ?? [];
    if (tokens.length > 1) {
      const together = await linesWith(run, new RegExp(tokens.map(literalPattern).join('[^\\p{L}\\d]{1,2}'), 'iu'));
      if (countOf(together) > 0) return [aboutLines(together, say`lines with ${asked.phrase}`)];
    }
    const looked = await lookUpWords(run, asked.words);
    const found = looked.every(({ unit }) => unit !== undefined) ? linesWithMost(looked) : undefined;
    if (found === undefined || found.held.length < looked.length) return [];
    const held = join(
      found.held.map(({ unit }) => say`${unit!.label}`),
      ' and ',
    );
    return [aboutLines(found.lines, say`lines with ${held}`)];
  }
  const { observations } = await gather(run, await surveys());
  const abouts: About[] = [];
  for (const { group, role, document: name } of observations.slice(0, 12)) {
    const document = group === undefined || role === 'context' ? undefined : await run.documents.open(name);
    if (group === undefined || document === undefined) continue;
    const lines = await linesOfGroups(document, [group], /./, mostLines);
    const said = say`${group.message.slice(0, 100)}`;
    abouts.push(aboutLines(new Map([[name, Uint32Array.from(lines.map(({ line }) => line))]]), said));
    if (abouts.length === 4) break;
  }
  return abouts;
}

function aboutLines(lines: LinesByDocument, said: Text): About {
  const sets = new Map([...lines].map(([name, list]) => [name, new Set(list)]));
  return { lines, said, isIn: (line) => sets.get(line.document.name)?.has(line.line) === true };
}

async function linesWith(run: Investigation, pattern: RegExp): Promise<LinesByDocument> {
  const found = new Map<string, number[]>();
  await eachLine(run, {
    see(line) {
      if (!pattern.test(line.text)) return;
      const list = found.get(line.document.name) ?? [];
      found.set(line.document.name, list);
      list.push(line.line);
    },
  });
  return new Map([...found].map(([name, list]) => [name, Uint32Array.from(list)]));
}

/** The place where lines name such a thing: the one the noun means, where the known one stands, or what goes by names alike. */
async function columnOf(
  run: Investigation,
  asked: OthersAsked,
  lines: LinesByDocument,
): Promise<TextColumn | undefined> {
  const texts: string[] = [];
  for (const [name, list] of lines) {
    const document = await run.documents.open(name);
    const step = Math.max(1, Math.floor(list.length / 60));
    for (let at = 0; at < list.length; at += step) texts.push(...((await document?.lines(list[at]!, list[at]!)) ?? []));
  }
  const rows = await sampleRows(run);
  for (const name of asked.besides) {
    const beside = placeOf(name, texts);
    if (beside !== undefined) return beside;
  }
  const column = asked.noun === 'who' ? undefined : columnFor(asked.noun, rows);
  const own = new Set(texts);
  const isHeld = (one: TextColumn) =>
    rows.filter((row) => own.has(row.text)).some((row) => one.read(lineOf(row)) !== undefined);
  if (column !== undefined && column.kind !== 'message' && isHeld(column)) return column;
  const family = familyIn(
    texts,
    rows.map(({ text }) => text),
  );
  return family ?? alikeField(own, rows) ?? (asked.noun === 'who' ? columnFor('who', rows) : undefined);
}

/** Where the known name stands in the lines, any other may: behind the same signs. */
function placeOf(name: string, texts: readonly string[]): TextColumn | undefined {
  if (!/[\d_.@-]/.test(name) || / /.test(name)) return undefined;
  const around = new RegExp(`([A-Za-z_-]{0,16}[^\\p{L}\\d\\s]{1,3})${literalPattern(name)}([^\\p{L}\\d\\s]?)`, 'iu');
  const match = texts.map((text) => around.exec(text)).find((one) => one !== null);
  if (match === null || match === undefined) return undefined;
  const behind = match[2] === '' ? '(?![\\w])' : literalPattern(match[2]!);
  const pattern = new RegExp(`(?<![\\p{L}\\d])${literalPattern(match[1]!)}([\\w.+-]{1,80}?)${behind}`, 'iu');
  return { name: 'name', kind: 'name', read: (line) => pattern.exec(line.text)?.[1] };
}

/** A field whose values begin alike: `catalog-7d9fb-lm6nd` and its like. */
function alikeField(texts: ReadonlySet<string>, rows: readonly Row[]): TextColumn | undefined {
  const fields = new Map<string, Set<string>>();
  for (const { values } of rows)
    for (const [name, value] of values) {
      const known = fields.get(name) ?? new Set<string>();
      fields.set(name, known);
      if (known.size <= mostAlike) known.add(String(value));
    }
  const held = rows.filter(({ text }) => texts.has(text));
  const [best] = [...fields]
    .filter(([, values]) => values.size > 1 && values.size <= mostAlike && beginAlike([...values]))
    .filter(([name]) => held.filter((row) => row.values.has(name)).length >= held.length * 0.5)
    .sort((a, b) => b[1].size - a[1].size);
  return best === undefined ? undefined : { name: best[0], kind: best[0], read: valueReader(best[0], rows) };
}

function beginAlike(values: readonly string[]): boolean {
  const [first = '', ...others] = values;
  const at = first.search(/[-_.:][^-_.:]*$/);
  return (
    at > 1 && /\p{L}{2}/u.test(first.slice(0, at)) && others.every((value) => value.startsWith(first.slice(0, at + 1)))
  );
}
