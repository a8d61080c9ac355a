// @ts-check
/** A value over time, drawn: pointed at it says its value, chosen it shows the lines of its stretch. */
import { momentOf, zoneOf } from './log-times.js';

/** @typedef {{ stepMs: number, points: { timeMs: number, value: number }[], unit: string }} Course in the order of their times */

const svgNames = 'http://www.w3.org/2000/svg';
const height = 100;
/** Chromium draws nothing beyond 2^25 units, which are nine hours in milliseconds. */
const units = 1_000;

/** As many digits as tell it from the next. @param {number} value */
export function shownNumber(value) {
  if (Number.isInteger(value) || Math.abs(value) >= 1000)
    return value.toLocaleString('en', { maximumFractionDigits: 1 });
  return String(Number(value.toPrecision(4)));
}

/**
 * @param {Course} course
 * @param {import('./log-times.js').Clock} clock
 * @param {(range: { fromMs: number, toMs: number }) => void} choose
 */
export function drawCourse({ stepMs, points, unit }, clock, choose) {
  const firstMs = points[0]?.timeMs ?? 0;
  const lastMs = points.at(-1)?.timeMs ?? 0;
  const spanMs = lastMs - firstMs + stepMs;
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const wide = (/** @type {number} */ ms) => (ms / spanMs) * units;
  const y = (/** @type {number} */ value) => ((most - value) / (most - least || 1)) * height;
  const svg = document.createElementNS(svgNames, 'svg');
  svg.setAttribute('viewBox', `0 0 ${units} ${height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  for (const { timeMs, value } of points) {
    const top = Math.min(y(value), y(0));
    svg.append(box(wide(timeMs - firstMs), top, wide(stepMs * 0.9), Math.abs(y(value) - y(0)), 'value'));
  }
  // Its height in pixels is that of the whole drawing.
  svg.append(box(0, Math.min(height - 1, y(0)), units, 1, 'zero'));
  const shown = box(0, 0, 0, height, 'shown');
  svg.append(shown);
  const told = Object.assign(document.createElement('output'), { className: 'hint' });
  let at = -1;

  /** @param {number} n */
  function point(n) {
    at = Math.min(points.length - 1, Math.max(0, n));
    const { timeMs, value } = points[at] ?? { timeMs: 0, value: 0 };
    shown.setAttribute('x', String(wide(timeMs - firstMs)));
    shown.setAttribute('width', String(wide(stepMs)));
    told.textContent = `${momentOf(timeMs, clock)} ${zoneOf(clock)}: ${shownNumber(value)}${unit && ` ${unit}`}`;
  }

  function chooseShown() {
    const timeMs = points[at]?.timeMs;
    if (timeMs !== undefined) choose({ fromMs: timeMs, toMs: timeMs + stepMs - 1 });
  }

  const plot = document.createElement('div');
  plot.className = 'course-plot';
  plot.tabIndex = 0;
  plot.setAttribute('role', 'application');
  plot.setAttribute('aria-label', 'Course over time: arrows go through it, Enter shows the lines of a stretch');
  plot.append(svg);
  plot.addEventListener('pointermove', (event) => {
    const { left, width } = plot.getBoundingClientRect();
    const ms = firstMs + ((event.clientX - left) / width) * spanMs;
    point(points.findLastIndex(({ timeMs }) => timeMs <= ms));
  });
  plot.addEventListener('click', chooseShown);
  plot.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -points.length, End: points.length }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) chooseShown();
    else point(at + step);
  });
  const figure = document.createElement('figure');
  figure.className = 'course';
  figure.append(scale(most, least), plot, axis([firstMs, (firstMs + lastMs) / 2, lastMs], clock), told);
  return figure;
}

/**
 * @param {number} most
 * @param {number} least
 */
function scale(most, least) {
  const place = document.createElement('div');
  place.className = 'course-scale';
  const values = least < 0 && most > 0 ? [most, 0, least] : [most, least];
  // Its labels lie above it and give it no width.
  place.style.minWidth = `${Math.max(7, ...values.map((value) => shownNumber(value).length))}ch`;
  for (const value of values) {
    const label = place.appendChild(document.createElement('span'));
    label.textContent = shownNumber(value);
    label.style.top = `${((most - value) / (most - least || 1)) * 100}%`;
  }
  return place;
}

/**
 * @param {number[]} times
 * @param {import('./log-times.js').Clock} clock
 */
function axis(times, clock) {
  const line = document.createElement('div');
  line.className = 'axis';
  for (const ms of times)
    line.append(Object.assign(document.createElement('span'), { textContent: momentOf(ms, clock) }));
  if (line.lastChild) line.lastChild.textContent += ` ${zoneOf(clock)}`;
  return line;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} high
 * @param {string} name
 */
function box(x, y, width, high, name) {
  const element = document.createElementNS(svgNames, 'rect');
  for (const [key, value] of Object.entries({ x, y, width, height: high })) element.setAttribute(key, String(value));
  element.setAttribute('class', name);
  return element;
}
