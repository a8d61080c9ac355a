// @ts-check
/** Charts that answer: each mark says its value and time when it is pointed at or reached by key, and opens its lines. */
import { followMarks } from './chart-marks.js';

const narrow = matchMedia('(max-width: 640px)');
const dark = matchMedia('(prefers-color-scheme: dark)');
/** @type {WeakSet<Element>} */
const known = new WeakSet();
/** @type {Set<HTMLElement>} */
const drawn = new Set();

const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void draw(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: '400px' },
);

/** Puts the drawing itself in the place of its picture; where that fails the picture stays. @param {HTMLElement} figure */
async function draw(figure) {
  drawn.add(figure);
  const look = `${dark.matches ? 'dark' : 'light'}-${narrow.matches ? 'narrow' : 'wide'}`;
  figure.dataset.look = look;
  const response = await fetch(`${figure.dataset.chart}?look=${look}`).catch(() => undefined);
  if (!response?.ok) return;
  const svg = new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement;
  // Another look was asked for meanwhile, and may have come first.
  if (figure.dataset.look !== look) return;
  const view = figure.querySelector('.chart-view');
  if (!view || svg.nodeName !== 'svg') return;
  const own = document.importNode(svg, true);
  own.setAttribute('role', 'group');
  own.setAttribute('aria-label', `Chart: ${figure.dataset.title}`);
  view.replaceChildren(own);
  followMarks(/** @type {HTMLElement} */ (view), /** @type {any} */ (own), figure.dataset.along === 'y' ? 'y' : 'x');
}

/** Also those that come when a file is read. */
function watch() {
  for (const figure of document.querySelectorAll('.chart[data-chart]')) {
    if (known.has(figure)) continue;
    known.add(figure);
    seen.observe(figure);
  }
}

for (const media of [narrow, dark]) {
  media.addEventListener('change', () => {
    for (const figure of drawn) {
      if (figure.isConnected) void draw(figure);
      else drawn.delete(figure);
    }
  });
}
new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
watch();
