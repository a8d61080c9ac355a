import { hideValue } from '#core/secrets/hide-value.ts';
import { mask } from '#core/secrets/mask-secrets.ts';
import { type LineLayout, layoutOf } from '../../lines/layouts/line-layout.ts';
import type { OpenDocument } from '../../lines/open-document.ts';

const headLines = 60;

/** A table whose heading says that a column holds secrets, with that column masked: its lines alone show nothing of it. */
export async function withoutSecretCells(document: OpenDocument): Promise<OpenDocument> {
  if (document.info.fileType !== 'log' || document.info.lines < 2) return document;
  const head = await document.lines(1, Math.min(headLines, document.info.lines));
  const layout = layoutOf(head);
  if (layout === undefined || !head.some((line) => hiddenIn(line, layout).length > 0)) return document;
  const lines = async (from: number, to: number) =>
    (await document.lines(from, to)).map((line) =>
      hiddenIn(line, layout).reduce((shown, value) => shown.replaceAll(value, mask), line),
    );
  return { ...document, lines };
}

function hiddenIn(line: string, layout: LineLayout): string[] {
  const cells = layout.cells?.(line) ?? layout.fields(line)?.fields ?? [];
  return [...cells].flatMap(([name, value]) => (hideValue(name, value) === value ? [] : [String(value)]));
}
