import { messageStart } from '../../lines/message-start.ts';

const messageKey = /"(?:message|msg|error|err|body|MESSAGE|textPayload|short_message)"\s*:\s*"((?:[^"\\]|\\.)*)"/;
const bareMessage = /\b(?:msg|message)="((?:[^"\\]|\\.)*)"/;
const stamp =
  /^[[(<"]?(?:\d{4}[-/]\d\d[-/]\d\d[T _:-]?\d\d[:.]\d\d[:.]\d\d[.,:\d]*(?:Z|\s?[+-]\d\d:?\d\d)?|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?: \d{4})?|[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+)\]?/;

/** What a line says, without who said it and when: for titles. One line, at most 200 characters. */
export function messageOf(line: string): string {
  const keyed = messageKey.exec(line) ?? bareMessage.exec(line);
  if (keyed) return tidy(keyed[1]!.replace(/\\n[\s\S]*/, '').replace(/\\"/g, '"'));
  const head = stamp.exec(line)?.[0].length ?? 0;
  return tidy(line.slice(messageStart(line, head)));
}

const tidy = (text: string): string =>
  text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 200);
