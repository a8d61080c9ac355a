/** A message as its sender's client shows it: words for people, addresses apart. */
interface PlainMessage {
  text: string;
  /** The same without those it is said to: their names are none of what it says. */
  spoken: string;
  urls: string[];
  mentionsBot: boolean;
  mentionsOthers: boolean;
}

/** Reads Slack's markup of an incoming message. Our own mention is taken out, everything else stays as words. */
export function readMessageText(markup: string, botUserId: string | undefined): PlainMessage {
  const urls: string[] = [];
  let mentionsBot = false;
  let mentionsOthers = false;
  const read = (writesMention: (words: string) => string) =>
    markup.replace(/<([^<>]{1,4000})>/g, (_, inner: string) => {
      const [target = '', label] = split(inner);
      if (target.startsWith('@')) {
        if (botUserId !== undefined && target === `@${botUserId}`) {
          mentionsBot = true;
          return '';
        }
        mentionsOthers = true;
        return writesMention(label ? `@${label.replace(/^@/, '')}` : target);
      }
      if (target.startsWith('#')) return `#${label ?? target.slice(1)}`;
      if (target.startsWith('!')) {
        const isGroup = /^!(?:here|channel|everyone|subteam)/.test(target);
        if (isGroup) mentionsOthers = true;
        const word = target.startsWith('!date') ? '' : `@${target.slice(1).replace(/^subteam\^/, '')}`;
        return isGroup ? writesMention(label ?? word) : (label ?? word);
      }
      const url = decodeEntities(target);
      urls.push(url);
      return label ?? url;
    });
  const text = plain(read((words) => words));
  return {
    text,
    spoken: mentionsOthers ? plain(read(() => '')) : text,
    urls: [...new Set(urls)],
    mentionsBot,
    mentionsOthers,
  };
}

function plain(text: string): string {
  return decodeEntities(text)
    .replace(/[ \t]+/g, ' ')
    .trim();
}

function split(inner: string): [string, string | undefined] {
  const bar = inner.indexOf('|');
  return bar < 0 ? [inner, undefined] : [inner.slice(0, bar), inner.slice(bar + 1)];
}

/** Slack escapes these three and no others. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '');
}

export function encodeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
