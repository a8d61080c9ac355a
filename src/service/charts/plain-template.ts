import { messageOf } from '../formats/log/message-of.ts';

/** Who said it, with which thread and class, before what was said: `<*> --- [<*>] <*> : `. */
const sender = /^(?:<\*>|[-:|]|[[(][^\])]{0,60}[\])])(?:<\*>|[-:|\s]|[[(][^\])]{0,60}[\])])*(?=[\p{L}\d"'])/u;

/** The title of a finding, which may be a template. */
export const plainTitle = (title: string): string => (title.includes('<*>') ? plainTemplate(title) : title);

/** A template as people read it: the message alone, and `…` where it differs from line to line. */
export function plainTemplate(template: string): string {
  const message = messageOf(template);
  const said = message.replace(sender, '');
  return (said || message || template).replace(/<\*>/g, '…');
}
