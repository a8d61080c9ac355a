import type { html } from 'hono/html';

/** Markup in which everything put in was escaped. */
export type Html = ReturnType<typeof html>;
