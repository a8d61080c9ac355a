import type { CaseContext } from '#core/pages/case-record.ts';
import { own, ownText, readResource } from './read-body.ts';

const mostBlocks = 50;
const mostLines = 500;
const longestText = 2_000;

/** The lines around citations as a service tells them; undefined where the body tells none. */
export function readContext(body: unknown): CaseContext | undefined {
  const resource = readResource(body);
  const evidence = listOf(own(resource, 'evidence'), mostBlocks).flatMap((block) => {
    const [file, lineStart, lineEnd] = [ownText(block, 'file'), lineOf(block, 'line_start'), lineOf(block, 'line_end')];
    const lines = listOf(own(block, 'lines'), mostLines).flatMap((line) => {
      const n = lineOf(line, 'line');
      return n === undefined ? [] : [{ n, ...saidOf(line) }];
    });
    if (file === undefined || lineStart === undefined || lineEnd === undefined || lines.length === 0) return [];
    return [{ file, lineStart, lineEnd, lines }];
  });
  const timeline = listOf(own(resource, 'timeline'), mostLines).flatMap((row) => {
    const [when, file, line] = [ownText(row, 'when'), ownText(row, 'file'), lineOf(row, 'line')];
    return when === undefined || file === undefined || line === undefined
      ? []
      : [{ when: when.slice(0, 100), file, line, ...saidOf(row) }];
  });
  const unread = listOf(own(resource, 'unread'), mostBlocks).filter((text) => typeof text === 'string');
  return evidence.length > 0 ? { evidence, timeline, unread } : undefined;
}

function saidOf(line: unknown) {
  const text = own(line, 'text');
  return {
    text: typeof text === 'string' ? text.slice(0, longestText) : '',
    isCited: own(line, 'cited') === true,
    severity: /^[a-z]{1,20}$/.exec(ownText(line, 'severity') ?? '')?.[0],
  };
}

function listOf(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

function lineOf(value: unknown, name: string): number | undefined {
  const line = own(value, name);
  return typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : undefined;
}
