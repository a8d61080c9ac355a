import type { Answer, Chart, Message, ProjectSettings } from '../../cases/messages.ts';
import type { DigestMessage } from '../../digest/digest-message.ts';
import { oneLine, outlineAnswer } from '../../writing/answer-outline.ts';
import { fitAnswer } from '../../writing/fit-answer.ts';
import { answersProse } from '../../writing/group-answers.ts';
import { answerFile, proseToWords } from '../../writing/plain-text.ts';
import { clip, type Prose, paragraph, visible } from '../../writing/prose.ts';
import { footLinks, shortProse } from '../../writing/short-messages.ts';
import { splitProse } from '../../writing/split-prose.ts';
import { projectPrefix, settingsAction } from '../interactions/settings-action.ts';
import { encodeEntities } from '../message-text.ts';
import { chartBlock } from './chart-blocks.ts';
import { button, controlBlocks, statusMessage, verdictColor } from './controls.ts';
import { limits } from './limits.ts';
import { digestHead } from './render-digest.ts';
import { richBlocks, richSize, type SlackBlock, section, text } from './rich-text.ts';

export type SlackContent =
  /** `charts`: shown below the first block, in the best form that Slack takes. */
  | { kind: 'message'; text: string; blocks: SlackBlock[]; charts?: Chart[] }
  | { kind: 'file'; name: string; title: string; body: string };

interface SlackPart {
  content: SlackContent;
  otherwise?: readonly SlackContent[];
}

/** Whether files can be attached there: not in what one person alone gets to see. */
interface RenderOptions {
  takesFiles: boolean;
}

/** A message as Slack gets it: one post where it fits, what does not fit as a file or, where that is refused, as more posts. */
export function renderForSlack(message: Message | DigestMessage, options: RenderOptions): SlackPart[] {
  switch (message.kind) {
    case 'answer':
      return renderAnswer(message, options);
    case 'answers':
      return inParts(answersProse(message));
    case 'digest':
      return renderDigest(message);
    case 'settings':
      return [{ content: settingsContent(message) }];
    case 'status':
      return [{ content: { kind: 'message', ...statusMessage(message) } }];
    default:
      return inParts(shortProse(message));
  }
}

function renderAnswer(answer: Answer, { takesFiles }: RenderOptions): SlackPart[] {
  const outline = outlineAnswer(answer);
  const charts = answer.charts ?? [];
  const twins = charts.map(({ title }) => paragraph(`Chart: ${visible(oneLine(title))}`));
  const body = limits.body - JSON.stringify(charts.map(chartBlock)).length - JSON.stringify(twins).length;
  const { shown, folded, rest } = fitAnswer(outline, { ...limits, body, measure: richSize });
  // Slack folds nothing: what is not for everybody stands on the page behind the answer, where there is one.
  const hasPage = outline.page.length > 0;
  const title = section([...verdictColor(outline.verdict), text(outline.title, { bold: true })]);
  const about = section([text(outline.about)]);
  const foot = [
    ...(rest.length > 0 && takesFiles ? [`the rest is in ${fileName}`] : []),
    ...(answer.attachment ? [`the raw answer is in ${rawName}`] : []),
    ...outline.smallPrint,
    ...(hasPage ? [] : outline.details),
  ].join(', ');
  const links = footLinks(outline);
  const said = [...twins, ...shown, ...(hasPage ? [] : folded)];
  const blocks: SlackBlock[] = [
    { type: 'rich_text', elements: [title, about] },
    ...richBlocks([...said, ...links]),
    { type: 'context', elements: [{ type: 'plain_text', text: clip(foot, limits.foot), emoji: false }] },
    ...controlBlocks(answer),
  ];
  const first: SlackPart = {
    content: {
      kind: 'message',
      text: fallback([outline.title, outline.about], said, links),
      blocks,
      ...(charts.length > 0 ? { charts } : {}),
    },
  };
  return [first, ...overflow(answer, rest, takesFiles), ...rawAnswer(answer, takesFiles)];
}

const fileName = 'answer.md';
const rawName = 'answer.json';

function overflow(answer: Answer, rest: readonly Prose[], takesFiles: boolean): SlackPart[] {
  if (rest.length === 0) return [];
  const inText = numberedParts(rest);
  if (!takesFiles) return inText.map((content) => ({ content }));
  const title = `Whole answer for ${clip(visible(oneLine(answer.file.name)), 80)}`;
  return [{ content: { kind: 'file', name: fileName, title, body: answerFile(answer) }, otherwise: inText }];
}

function rawAnswer(answer: Answer, takesFiles: boolean): SlackPart[] {
  if (!answer.attachment || !takesFiles) return [];
  const otherwise = numberedParts([{ kind: 'code', text: visible(answer.attachment) }]).slice(0, limits.rawParts);
  return [{ content: { kind: 'file', name: rawName, title: 'The raw answer', body: answer.attachment }, otherwise }];
}

function inParts(prose: readonly Prose[]): SlackPart[] {
  return numberedParts(prose).map((content) => ({ content }));
}

/** Messages of their own, numbered where there are several. */
function numberedParts(prose: readonly Prose[]): SlackContent[] {
  const parts = splitProse(prose, limits.part, richSize);
  return parts.map((part, index) => {
    const number = `(${index + 1}/${parts.length})`;
    const body = parts.length > 1 ? [...part, paragraph(number)] : part;
    return { kind: 'message', text: fallback([], body, []), blocks: richBlocks(body) };
  });
}

function settingsContent(message: ProjectSettings): SlackContent {
  const prose = shortProse(message);
  const change = button('Change', settingsAction, { value: `${projectPrefix}${message.projectKey}` });
  const blocks = [...richBlocks(prose), { type: 'actions', elements: [change] }];
  return { kind: 'message', text: fallback([], prose, []), blocks };
}

function renderDigest(message: DigestMessage): SlackPart[] {
  const { prose, blocks, rest } = digestHead(message);
  return [
    { content: { kind: 'message', text: fallback([], prose, []), blocks } },
    ...(rest.length > 0 ? inParts(rest) : []),
  ];
}

/** What notifications and screen readers get. Posted without markup; only whole lines, entities escaped. */
function fallback(head: readonly string[], body: readonly Prose[], foot: readonly Prose[]): string {
  const last = encodeEntities(proseToWords(foot));
  const most = limits.text - last.length;
  const lines = [...head, ...proseToWords(body).split('\n')].map((line) => encodeEntities(line));
  let text = (lines[0] ?? '').length > most ? clip(lines[0] ?? '', 500) : (lines[0] ?? '');
  for (const line of lines.slice(1)) {
    if (text.length + line.length + 1 > most) break;
    text += `\n${line}`;
  }
  return last === '' ? text : `${text}\n${last}`;
}
