// @ts-check
/** Looks again at the parts of a page that change by themselves. What comes is markup made and escaped by the server. */

/** @type {Map<HTMLElement, () => void>} */
const watched = new Map();

/** Parts that are looked at at once, because something was just done to them. */
document.addEventListener('look-again', () => {
  for (const look of watched.values()) look();
});

/** @param {HTMLElement} place */
function watch(place) {
  let tag = '';
  let againMs = 1000;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function look() {
    clearTimeout(timer);
    if (!place.isConnected) return;
    try {
      if (!document.hidden) {
        const headers = tag ? { 'if-none-match': tag } : undefined;
        const response = await fetch(place.dataset.live ?? '', { cache: 'no-store', ...(headers && { headers }) });
        // The session has ended: the page says so when it is asked for anew.
        if (response.redirected) return location.reload();
        if (response.status === 200) {
          tag = response.headers.get('etag') ?? '';
          replace(place, await response.text());
        }
        if (response.ok || response.status === 304) {
          const again = response.headers.get('x-again-ms');
          if (again === null) return;
          againMs = Number(again);
        }
      }
    } catch {
      againMs = 3000;
    }
    timer = setTimeout(look, againMs);
  }

  watched.set(place, look);
  timer = setTimeout(look, againMs);
}

/**
 * Keeps what was opened open and the keyboard where it was.
 * @param {HTMLElement} place
 * @param {string} markup
 */
function replace(place, markup) {
  const opened = [...place.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const active = document.activeElement;
  const holder = active && place.contains(active) ? active.closest('[id]') : null;
  const isSummary = active?.tagName === 'SUMMARY';
  place.innerHTML = markup;
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  if (!holder) return;
  const again = document.getElementById(holder.id);
  (isSummary ? again?.querySelector('summary') : again)?.focus();
}

for (const place of document.querySelectorAll('[data-live]')) watch(/** @type {HTMLElement} */ (place));
