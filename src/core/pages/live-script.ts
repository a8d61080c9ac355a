/** Browser module that keeps the parts of a page with `data-live` as the server tells them; see `answerLive`. */
export const liveScript = `
function watch(place) {
  let source;
  let isFinal = false;

  function listen() {
    source?.close();
    if (isFinal || document.hidden || !place.isConnected) return;
    source = new EventSource(place.dataset.live ?? '');
    source.addEventListener('part', ({ data }) => replace(place, JSON.parse(data)));
    source.addEventListener('final', () => {
      isFinal = true;
      source?.close();
    });
    source.addEventListener('error', () => {
      // Closed for good: the session has ended, or the program starts anew. The page then says so.
      if (source?.readyState === EventSource.CLOSED) setTimeout(again, 3000);
    });
  }

  async function again() {
    const response = await fetch(place.dataset.live ?? '', { cache: 'no-store' }).catch(() => undefined);
    if (response && (response.redirected || (response.status >= 400 && response.status < 500))) location.reload();
    else listen();
  }

  // A page nobody looks at holds no connection: browsers have few for one place.
  document.addEventListener('visibilitychange', () => (document.hidden ? source?.close() : listen()));
  // What this page did itself shows at once, not at the server's next look.
  place.addEventListener('changed', listen);
  listen();
}

// Keeps what was opened open and the keyboard where it was.
function replace(place, markup) {
  const opened = [...place.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const active = document.activeElement;
  const holder = active && place.contains(active) ? active.closest('[id]') : null;
  const spot = holder ? spotsIn(holder).indexOf(active) : -1;
  place.innerHTML = markup;
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  const again = holder && document.getElementById(holder.id);
  if (again) spotsIn(again)[spot]?.focus();
}

// An element, and what in it the keyboard can reach: few of these have an id of their own.
const spotsIn = (holder) => [holder, ...holder.querySelectorAll('a, button, input, select, textarea, summary')];

for (const place of document.querySelectorAll('[data-live]')) watch(place);
`;
