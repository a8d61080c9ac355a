import { html } from 'hono/html';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';

export const installStylePath = '/slack/install/style.css';

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
  return renderFrame({
    title,
    styles: [installStylePath],
    body: html`<section class="card narrow">
      <h1>${title}</h1>
      <p>${words}</p>
      ${again ? html`<p><a href="/slack/install">Start again</a></p>` : ''}
    </section>`,
  });
}
