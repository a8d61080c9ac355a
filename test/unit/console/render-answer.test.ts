import { describe, expect, it } from 'vitest';
import { renderAnswer } from '#core/pages/render-answer.ts';

const render = (markdown: string, links: Record<string, string> = {}) =>
  String(renderAnswer(markdown, (place) => (Object.hasOwn(links, place) ? links[place] : undefined)));

describe('an answer as a page', () => {
  it('runs nothing a log or a model may have written', () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '`<b>in code</b>`',
      '```\n<i>in a block</i>\n```',
      '![picture](https://evil.example/x.png)',
    ].join('\n\n');
    const markup = render(hostile);
    expect(markup).not.toMatch(/<(script|img|b|i)\b/);
    expect(markup).toContain('&lt;script&gt;');
    expect(markup).toContain('&lt;b&gt;in code&lt;/b&gt;');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/auth/sign-out',
  ])('makes no link of %s', (address) => {
    expect(render(`[click](${address}) <${address}>`)).not.toContain('href');
  });

  it('links to pages elsewhere without telling them anything', () => {
    expect(render('[docs](https://example.org/a?b=1&c=2)')).toContain(
      '<a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">docs</a>',
    );
  });

  it('opens a cited place in the line viewer', () => {
    const markup = render('see `a.log:3` and `b.log:4`', {
      'a.log:3': '/console/files/1/lines?document=a.log&line=3#L3',
    });
    expect(markup).toContain('<a href="/console/files/1/lines?document=a.log&amp;line=3#L3"><code>a.log:3</code></a>');
    expect(markup).toContain('<code>b.log:4</code>');
    expect(markup.match(/href/g)).toHaveLength(1);
  });
});
