import { html } from 'hono/html';

/** Markup in which everything put in was escaped. */
export type Html = ReturnType<typeof html>;

const longName = /[^\s]{20,}/;
const seams = /(?<=[\w)\]}][./\\_:$@,&=-])(?=\w)/;
const humps = /(?<=[a-z\d])(?=[A-Z])/;

/** A title that may hold long names of code, which break where their parts meet and not within words. */
export function titled(text: string): Html {
  const words = text
    .split(/(\s+)/)
    .map((word) =>
      longName.test(word) ? html`${partsOf(word).map((part, n) => html`${n > 0 ? html`<wbr />` : ''}${part}`)}` : word,
    );
  return html`${words}`;
}

/** `OutOfMemoryError` stays whole behind `java.lang.`; only what is long by itself breaks between its words. */
const partsOf = (name: string): string[] =>
  name.split(seams).flatMap((part) => (longName.test(part) ? part.split(humps) : [part]));

/** A sentence with commands between backticks. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
