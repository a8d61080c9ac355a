import { raw } from 'hono/html';
import MarkdownIt from 'markdown-it';
import type { Html } from './html.ts';

const longestMarkdown = 400_000;

/**
 * An answer as markup. It carries words of logs and of models: no HTML, no images, links only to http(s) addresses, and
 * a place such as `app.log:12-14` becomes a link to those lines where `linkOf` knows it.
 */
export function renderAnswer(markdown: string, linkOf: (place: string) => string | undefined): Html {
  return raw(parser.render(markdown.slice(0, longestMarkdown), { linkOf }));
}

const parser = createParser();

function createParser() {
  const parser = new MarkdownIt('commonmark', { html: false, linkify: false, typographer: false });
  parser.disable('image');
  parser.enable('table');
  parser.validateLink = (url) => /^https?:\/\//i.test(url);
  const { rules } = parser.renderer;
  rules.link_open = (tokens, index, options, _env, self) => {
    tokens[index]!.attrSet('rel', 'noopener noreferrer nofollow');
    return self.renderToken(tokens, index, options);
  };
  // Reachable by keyboard: long lines scroll sideways.
  const block: typeof rules.fence = (tokens, index) =>
    `<pre tabindex="0"><code>${parser.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
  rules.fence = block;
  rules.code_block = block;
  // Headings of an answer stand below those of the page.
  rules.heading_open = () => '<p class="heading"><strong>';
  rules.heading_close = () => '</strong></p>\n';
  rules.code_inline = (tokens, index, _options, env) => {
    const { content } = tokens[index]!;
    const code = `<code>${parser.utils.escapeHtml(content)}</code>`;
    const link = (env as { linkOf(place: string): string | undefined }).linkOf(content);
    return link === undefined ? code : `<a href="${parser.utils.escapeHtml(link)}">${code}</a>`;
  };
  return parser;
}
