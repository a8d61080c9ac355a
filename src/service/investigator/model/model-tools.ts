import { tool } from 'ai';
import { z } from 'zod';
import { maskSecrets as maskConfigSecrets } from '../../formats/config/secrets/mask-secrets.ts';
import type { DocumentInfo } from '../../formats/reading.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import { maskSecrets } from './mask-secrets.ts';

const maxLines = 60;
const maxLineChars = 400;
const maxAnswerChars = 8000;

export type ToolUsed = (name: string, input: Record<string, string | number>, summary: string) => void;

/** The read-only tools of a model: they look into the documents of the run and can do nothing else. */
export function createModelTools(documents: OpenDocuments, used: ToolUsed) {
  return {
    list_files: tool({
      description: 'Names the texts of this file with their number of lines.',
      inputSchema: z.object({}),
      async execute() {
        const shown = documents.infos
          .slice(0, 200)
          .map((info) => `${info.name}: ${info.lines} lines, ${info.fileType}`);
        used('list_files', {}, `${documents.infos.length} texts`);
        return asData(shown);
      },
    }),
    grep: tool({
      description: 'Finds lines that hold all the given words, upper and lower case alike. Gives numbers and lines.',
      inputSchema: z.object({
        words: z.array(z.string().min(1).max(200)).min(1).max(6),
        file: z.string().max(1000).optional(),
      }),
      async execute({ words, file }) {
        const found: string[] = [];
        let total = 0;
        for (const info of documents.infos) {
          if (file !== undefined && info.name !== file) continue;
          const document = await documents.open(info.name);
          const matches = await document?.search({ all: words, ignoreCase: true, limit: maxLines, budgetMs: 3000 });
          total += matches?.total ?? 0;
          for (const line of matches?.lines ?? []) {
            if (found.length >= maxLines) break;
            const [text = ''] = (await document?.lines(line, line)) ?? [];
            found.push(`${info.name}:${line}: ${shownLine(info, line, text)}`);
          }
        }
        used('grep', { words: words.join(' ') }, `${total} lines`);
        return asData([`${total} lines in all, ${found.length} shown`, ...found]);
      },
    }),
    read_lines: tool({
      description: `Reads up to ${maxLines} lines of a text.`,
      inputSchema: z.object({ file: z.string().max(1000), from: z.number().int().min(1), to: z.number().int().min(1) }),
      async execute({ file, from, to }) {
        const document = await documents.open(file);
        if (document === undefined) return 'There is no text of that name; ask list_files.';
        const lines = await document.lines(from, Math.min(to, from + maxLines - 1));
        used('read_lines', { file, from, to }, `${lines.length} lines`);
        const info = documents.infos.find(({ name }) => name === file);
        return asData(lines.map((line, index) => `${file}:${from + index}: ${shownLine(info, from + index, line)}`));
      },
    }),
  };
}

/** A configuration's secrets are known by its words, and by the lines around them; then the line is left out. */
function shownLine(info: DocumentInfo | undefined, line: number, text: string): string {
  if (info?.fileType !== 'config') return text.slice(0, maxLineChars);
  if (info.secretLines?.includes(line)) return '[secret]';
  return maskConfigSecrets(text.slice(0, maxLineChars));
}

/** Marked, so that what stands in a log is read as data and never as an instruction; secrets are masked first. */
export function asData(lines: readonly string[]): string {
  const text = maskSecrets(lines.join('\n')).slice(0, maxAnswerChars).replaceAll('</log-data>', '</log data>');
  return `<log-data>\n${text}\n</log-data>`;
}
