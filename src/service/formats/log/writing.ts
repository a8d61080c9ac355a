import { isMarkdown, isSourceCode } from '../config/is-source-code.ts';
import { tellsCrash } from '../config/printed-lines.ts';
import type { DocumentInfo } from '../reading.ts';

/** What a text without times is, where it is no record: people share programs and read-me files, too. */
export function writingOf(head: string, clock: DocumentInfo['clock']): DocumentInfo['writing'] {
  if (clock !== 'none' || tellsCrash(head)) return undefined;
  if (isMarkdown(head)) return 'document';
  return isSourceCode(head) ? 'program' : undefined;
}
