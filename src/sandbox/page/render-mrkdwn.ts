import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Slack's mrkdwn as its client shows it: bold, italic, strike, code, links, mentions; all else is text. */
export function renderMrkdwn(text: string): Html {
  const parts = text.split(/(```[\s\S]*?```)/g);
  return html`${parts.map((part) =>
    part.startsWith('```') && part.length > 6 ? html`<pre>${decode(part.slice(3, -3))}</pre>` : renderInline(part),
  )}`;
}

function renderInline(text: string): Html {
  const parts = text.split(/(`[^`\n]+`|<[^<>\n]+>|(?<![\w*])\*[^*\n]+\*(?![\w*])|(?<!\w)_[^_\n]+_(?!\w)|\n)/g);
  return html`${parts.map((part) => {
    if (part === '\n') return raw('<br>');
    if (/^`[^`\n]+`$/.test(part)) return html`<code>${decode(part.slice(1, -1))}</code>`;
    if (/^\*[^*\n]+\*$/.test(part)) return html`<b>${renderInline(part.slice(1, -1))}</b>`;
    if (/^_[^_\n]+_$/.test(part)) return html`<i>${renderInline(part.slice(1, -1))}</i>`;
    if (/^<[^<>\n]+>$/.test(part)) return renderReference(part.slice(1, -1));
    return html`${decode(part)}`;
  })}`;
}

function renderReference(inner: string): Html {
  const [target = '', label = target] = inner.split('|');
  if (/^[@#!]/.test(target)) return html`<span class="mention">${decode(label)}</span>`;
  return renderLink(decode(target), decode(label));
}

/** Only addresses a browser may follow become links. */
export function renderLink(target: string, label: string): Html {
  return /^https?:\/\//.test(target) ? html`<a href="${target}" rel="noreferrer">${label}</a>` : html`${label}`;
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
