import { html } from 'hono/html';
import type { Html } from './html.ts';

export interface ClosedPage {
  /** Who else may know the person; undefined: nobody. */
  provider: { name: string; link: string } | undefined;
  /** They signed in there already, and it was not enough. */
  isKnown: boolean;
  notice?: string | undefined;
}

/** In place of a page that is not shown. Nothing in it depends on whether there is such a page. */
export function renderClosedPage({ provider, isKnown, notice }: ClosedPage): Html {
  return html`<section class="card narrow">
    <h1>${provider && !isKnown ? 'Sign in to open this page' : 'This page cannot be shown'}</h1>
    ${notice ? html`<p class="notice error" role="alert">${notice}</p>` : ''}
    <p>${wordsOf({ provider, isKnown })}</p>
    ${provider ? html`<p><a class="button primary" href="${provider.link}">${isKnown ? 'Sign in again' : 'Sign in'} with ${provider.name}</a></p>` : ''}
  </section>`;
}

function wordsOf({ provider, isKnown }: ClosedPage): string {
  if (!provider) {
    return 'There is no page at this address, or the place it belongs to is not open to you. Use the link exactly as it was posted.';
  }
  if (!isKnown) {
    return `If there is a page at this address, it opens for people who may see the channel or ticket where the answer was posted. Sign in with ${provider.name}, so that this can be checked.`;
  }
  return `There is no page at this address, or the account you used at ${provider.name} may not see the channel or ticket it belongs to. If you have another account, sign in with that one.`;
}
