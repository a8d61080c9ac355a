import { printable } from '#core/printable.ts';
import { tsharkHeading } from '#service/formats/pcap/tshark-section.ts';
import type { Analysis } from './analyze-file.ts';

const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34 } as const;

/** An analysis for people. Nothing from the file can drive the terminal. */
export function printAnalysis(analysis: Analysis, { hasColour }: { hasColour: boolean }): string {
  const paint = (colour: keyof typeof colours, text: string) =>
    hasColour ? `\x1b[${colours[colour]}m${text}\x1b[0m` : text;
  const seconds = (analysis.duration_ms / 1000).toFixed(1);

  if (analysis.error) {
    return [
      `${paint('bold', printable(analysis.name))}  ${paint('red', 'could not be read')}`,
      `  ${printable(analysis.error.message)} ${paint('dim', `(${analysis.error.code})`)}`,
      '',
    ].join('\n');
  }
  const span = analysis.first_time ? ` · ${analysis.first_time} to ${analysis.last_time}` : '';
  const lines = `${analysis.lines.toLocaleString('en')} ${analysis.lines === 1 ? 'line' : 'lines'}`;
  return [
    `${paint('bold', printable(analysis.name))}  ${paint('dim', `${analysis.file_type} · ${lines}${span} · ${seconds} s`)}`,
    '',
    ...linesOfAnswer(printable(analysis.answer ?? ''), hasColour ? paint : undefined).map((line) =>
      `  ${line}`.trimEnd(),
    ),
    ...(analysis.unread?.length
      ? ['', paint('yellow', '  Not read:'), ...analysis.unread.map((note) => `  - ${printable(note)}`)]
      : []),
    ...(analysis.tshark ? ['', ...linesOfTshark(analysis.tshark, (text) => paint('dim', text))] : []),
    '',
  ].join('\n');
}

function linesOfTshark(section: NonNullable<Analysis['tshark']>, dim: (text: string) => string): string[] {
  return [
    `  ${tsharkHeading(section)}:`,
    ...(section.note === undefined ? [] : [`  ${section.note}`]),
    ...section.parts.flatMap(({ title, lines }) => [
      `    ${title}`,
      ...lines.map((line) => dim(`      ${printable(line)}`)),
    ]),
  ];
}

type Paint = (colour: keyof typeof colours, text: string) => string;

/** Markdown as a terminal shows it: what it marks is painted, its marks are left out. Without paint it stays as it is. */
function linesOfAnswer(answer: string, paint: Paint | undefined): string[] {
  const lines = answer.split('\n');
  if (paint === undefined) return lines;
  const shown: string[] = [];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(`{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && line.trim() === fence) fence = undefined;
    // Lines of the file are shown as they are, whatever they would mean in Markdown.
    else if (fence !== undefined) shown.push(line);
    else if (line.trim() !== '' || shown.at(-1) !== '') shown.push(renderLine(line, paint).trimEnd());
  }
  return shown;
}

function renderLine(line: string, paint: Paint): string {
  const heading = /^#+ (.*)$/.exec(line)?.[1];
  if (heading !== undefined) return paint('bold', renderInline(heading, paint));
  const [, indent = '', rest = line] = /^(\s*)[-*] (.*)$/.exec(line) ?? [];
  return rest === line ? renderInline(line, paint) : `${indent}• ${renderInline(rest, paint)}`;
}

const inline = /(?<!`)(`{1,8})(?!`)(.{1,600}?)(?<!`)\1(?!`)|\*\*((?:\\.|[^\\]){1,600}?)\*\*|\\([!-/:-@[-`{-~])/g;

function renderInline(text: string, paint: Paint): string {
  return text.replace(inline, (_, _ticks, code?: string, bold?: string, escaped?: string) => {
    if (code !== undefined) return paint('blue', code.replace(/^ (?=`)|(?<=`) $/g, ''));
    if (bold === undefined) return escaped ?? '';
    const verdict = /^(CONFIRMED|LIKELY|INCONCLUSIVE)\b/.exec(bold)?.[1];
    const plain = bold.replace(
      inline,
      (_all, _t, inner?: string, more?: string, mark?: string) => inner ?? more ?? mark ?? '',
    );
    if (!verdict) return paint('bold', plain);
    const colour = verdict === 'CONFIRMED' ? 'green' : 'yellow';
    return `${paint(colour, verdict)}${paint('bold', plain.slice(verdict.length))}`;
  });
}
