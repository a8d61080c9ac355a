import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { utf8Text } from '../../lines/text-encoding.ts';
import type { ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';

/** Reads a log once: index, templates, and what its lines tell. */
export async function readLog(context: ReadContext): Promise<Reading> {
  const text = await utf8Text(context);
  const { info } = await indexIntoReading(context, { ...text, name: context.name, fileType: 'log' });
  return { fileType: 'log', documents: [info], findings: [], series: [], timeline: [], unread: [], facts: {} };
}
