import { fieldsOf } from '../survey/fields-of.ts';

/** What a line says behind its time, level and source, short enough for a sentence. */
export function readableMessage(text: string, most = 140): string {
  const { message } = fieldsOf(text);
  const told = (message.trim() === '' ? text : message).replace(/\s+/g, ' ').trim();
  return told.length > most ? `${told.slice(0, most - 1)}…` : told;
}
