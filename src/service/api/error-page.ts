import { html } from 'hono/html';
import { errorCodes } from './errors.ts';

export const errorPagePath = '/docs/errors';

/** What every error name means, from the same list the answers are made from. */
export function errorPage() {
  const rows = Object.entries(errorCodes).map(
    ([code, [status, meaning]]) =>
      html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${meaning}</td></tr>`,
  );
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Errors of the Log Analysis Service</title></head>
<body><h1>Errors</h1>
<table><thead><tr><th>error_code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>
</body></html>`;
}
