// @ts-check

/** @typedef {{ target: SVGElement, words: string, isLink: boolean }} Mark */

const keysOn = new Set(['ArrowRight', 'ArrowDown']);
const keysBack = new Set(['ArrowLeft', 'ArrowUp']);

/**
 * One tab stop for a whole chart: the arrow keys go from mark to mark, Enter opens the lines of one. The pointer means
 * the nearest mark along the axis the marks lie on.
 * @param {HTMLElement} view
 * @param {SVGSVGElement} svg
 * @param {'x' | 'y'} along
 */
export function followMarks(view, svg, along) {
  const marks = marksIn(svg);
  const [first] = marks;
  if (!first) return;
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.hidden = true;
  // The mark itself is named with the same words.
  tip.setAttribute('aria-hidden', 'true');
  view.append(tip);
  const byTarget = new Map(marks.map((mark) => [mark.target, mark]));
  let shown = /** @type {Mark | undefined} */ (undefined);
  let stop = first;
  first.target.setAttribute('tabindex', '0');

  /** @param {Mark} mark */
  function show(mark) {
    shown?.target.classList.remove('shown');
    shown = mark;
    mark.target.classList.add('shown');
    tip.textContent = mark.words;
    tip.hidden = false;
    const box = mark.target.getBoundingClientRect();
    const frame = view.getBoundingClientRect();
    const middle = box.left + box.width / 2 - frame.left;
    const most = Math.max(0, frame.width - tip.offsetWidth);
    tip.style.left = `${Math.min(most, Math.max(0, middle - tip.offsetWidth / 2))}px`;
    const above = box.top - frame.top - tip.offsetHeight - 6;
    tip.style.top = `${above < -40 ? box.bottom - frame.top + 6 : above}px`;
  }

  function hide() {
    shown?.target.classList.remove('shown');
    shown = undefined;
    tip.hidden = true;
  }

  /** @param {Mark} mark */
  function focus(mark) {
    stop.target.setAttribute('tabindex', '-1');
    stop = mark;
    mark.target.setAttribute('tabindex', '0');
    mark.target.focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  function pointedAt(event) {
    const target = /** @type {Element} */ (event.target).closest('[data-mark]');
    return byTarget.get(/** @type {SVGElement} */ (target)) ?? nearest(event);
  }

  /** @param {MouseEvent} event */
  function nearest({ clientX, clientY }) {
    let best = first;
    let least = Number.POSITIVE_INFINITY;
    for (const mark of marks) {
      const { left, right, top, bottom } = mark.target.getBoundingClientRect();
      const dx = Math.max(left - clientX, 0, clientX - right);
      const dy = Math.max(top - clientY, 0, clientY - bottom);
      const far = along === 'x' ? dx * 1000 + dy : dy * 1000 + dx;
      if (far >= least) continue;
      least = far;
      best = mark;
    }
    return best;
  }

  svg.addEventListener('pointermove', (event) => show(pointedAt(event)));
  svg.addEventListener('pointerleave', hide);
  svg.addEventListener('click', (event) => {
    const mark = pointedAt(event);
    // A finger points before it opens.
    const isNew = /** @type {PointerEvent} */ (event).pointerType === 'touch' && shown !== mark;
    if (isNew) event.preventDefault();
    const onMark = /** @type {Element} */ (event.target).closest('[data-mark]');
    if (isNew || onMark) return show(mark);
    if (mark.isLink) location.assign(mark.target.getAttribute('href') ?? '');
  });
  svg.addEventListener('focusin', ({ target }) => {
    const mark = byTarget.get(/** @type {SVGElement} */ (target));
    if (mark) show(mark);
  });
  svg.addEventListener('focusout', hide);
  svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return hide();
    const at = marks.indexOf(stop);
    const next = keysOn.has(event.key)
      ? marks[at + 1]
      : keysBack.has(event.key)
        ? marks[at - 1]
        : { Home: first, End: marks.at(-1) }[event.key];
    if (!next && !keysOn.has(event.key) && !keysBack.has(event.key)) return;
    event.preventDefault();
    if (next) focus(next);
  });
}

/**
 * What the drawing names, in its order: links where lines are known, else the marks themselves.
 * @param {SVGSVGElement} svg
 * @returns {Mark[]}
 */
function marksIn(svg) {
  return [...svg.querySelectorAll('.role-mark [aria-label]')].map((named) => {
    const link = named.closest('a');
    const target = /** @type {SVGElement} */ (/** @type {unknown} */ (link ?? named));
    const words = named.getAttribute('aria-label') ?? '';
    target.dataset.mark = '';
    target.setAttribute('aria-label', words);
    target.setAttribute('tabindex', '-1');
    if (link) {
      target.setAttribute('href', link.getAttribute('xlink:href') ?? '');
      named.setAttribute('role', 'presentation');
      named.removeAttribute('aria-label');
      named.removeAttribute('aria-roledescription');
    }
    return { target, words, isLink: link !== null };
  });
}
