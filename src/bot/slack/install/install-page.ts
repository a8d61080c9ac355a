import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** What somebody reads who comes back from Slack. */
export interface InstallEnd {
  title: string;
  words: string;
  status: 200 | 400 | 403 | 502;
  /** Whether beginning anew may help. */
  again: boolean;
}

export const ends = {
  denied: {
    title: 'Not installed',
    words: 'You did not allow logtriage in Slack. Nothing was stored.',
    status: 403,
    again: true,
  },
  expired: {
    title: 'Too late',
    words: 'The page was open for more than ten minutes, and the installation expired. Nothing was stored.',
    status: 400,
    again: true,
  },
  other_browser: {
    title: 'Started elsewhere',
    words: 'The installation was started in another browser, or this one blocks cookies. Nothing was stored.',
    status: 400,
    again: true,
  },
  not_ours: {
    title: 'Not started here',
    words: 'This installation was not started here. Nothing was stored.',
    status: 400,
    again: true,
  },
  used: {
    title: 'Already used',
    words: 'This installation is already complete; reloading its page does nothing.',
    status: 400,
    again: true,
  },
  not_allowed: {
    title: 'Not for this workspace',
    words:
      'The people who run this logtriage allow only certain workspaces, and this is not one of them. The token from Slack was revoked.',
    status: 403,
    again: false,
  },
  refused: {
    title: 'Slack refused',
    words: 'Slack did not accept its own installation code. Nothing was stored.',
    status: 400,
    again: true,
  },
  unreachable: {
    title: 'Slack does not answer',
    words: 'Slack cannot be reached at the moment. Nothing was stored.',
    status: 502,
    again: true,
  },
} as const satisfies Record<string, InstallEnd>;

export function installed(name: string): InstallEnd {
  return {
    title: `Installed in ${name}`,
    words: 'In a channel, type /invite @logtriage and share a log. Direct messages need no invitation.',
    status: 200,
    again: false,
  };
}

export function renderEnd({ title, words, again }: InstallEnd): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · logtriage</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/slack/install/style.css" />
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${words}</p>
      ${again ? html`<p><a href="/slack/install">Start again</a></p>` : ''}
    </main>
  </body>
</html>`;
}

export const installStyle = `
:root { color-scheme: light dark; --ground: #f6f7f9; --paper: #fff; --ink: #1c2430; --line: #d8dde5; --accent: #1d5fd1; }
@media (prefers-color-scheme: dark) { :root { --ground: #11151b; --paper: #191f28; --ink: #e6eaf0; --line: #303a47; --accent: #82b1ff; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 12vh auto 0; padding: 8px 24px 16px; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; box-sizing: border-box; }
@media (max-width: 600px) { main { margin: 16px; } }
h1 { font-size: 24px; overflow-wrap: anywhere; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
