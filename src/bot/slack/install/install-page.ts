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
    words: 'Slack was told not to let logtriage in. Nothing was kept.',
    status: 403,
    again: true,
  },
  expired: {
    title: 'Too late',
    words: 'This page was open for more than ten minutes, and what it began is over. Nothing was kept.',
    status: 400,
    again: true,
  },
  other_browser: {
    title: 'Begun elsewhere',
    words: 'The installation was begun in another browser, or this one keeps no cookies. Nothing was kept.',
    status: 400,
    again: true,
  },
  not_ours: {
    title: 'Not begun here',
    words: 'Nobody began an installation that ends like this. Nothing was kept.',
    status: 400,
    again: true,
  },
  used: {
    title: 'Already used',
    words: 'This installation has ended before; loading its page again does nothing.',
    status: 400,
    again: true,
  },
  not_allowed: {
    title: 'Not for this workspace',
    words:
      'Whoever runs this logtriage lets certain workspaces in, and this is none of them. What Slack gave was given back.',
    status: 403,
    again: false,
  },
  refused: {
    title: 'Slack did not agree',
    words: 'Slack took back what it had sent here with you. Nothing was kept.',
    status: 400,
    again: true,
  },
  unreachable: {
    title: 'Slack does not answer',
    words: 'Slack could not be asked just now. Nothing was kept.',
    status: 502,
    again: true,
  },
} as const satisfies Record<string, InstallEnd>;

export function installed(name: string): InstallEnd {
  return {
    title: `Installed in ${name}`,
    words: 'In a channel, write /invite @logtriage and share a log. In its direct messages no invitation is needed.',
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
    <title>${title} - logtriage</title>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${words}</p>
    ${again ? html`<p><a href="/slack/install">Begin again</a></p>` : ''}
  </body>
</html>`;
}
