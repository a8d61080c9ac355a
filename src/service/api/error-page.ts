import { html } from 'hono/html';
import { renderFrame } from '#core/pages/frame.ts';
import { type Html, sentence } from '#core/pages/html.ts';
import { errorCodes } from './errors.ts';

export const errorPagePath = '/docs/errors';
export const errorStylePath = `${errorPagePath}/style.css`;

/** What every error name means, from the same list the answers are made from. */
export function errorPage(): Html {
  const rows = Object.entries(errorCodes).map(
    ([code, [status, meaning]]) =>
      html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${sentence(meaning)}</td></tr>`,
  );
  return renderFrame({
    title: 'Errors of the Log Analysis Service',
    styles: [errorStylePath],
    body: html`<h1>Errors of the Log Analysis Service</h1>
      <div class="wide-table"><table>
        <thead><tr><th scope="col">error_code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
        <tbody>${rows}</tbody>
      </table></div>`,
  });
}
