import { expect, it } from 'vitest';
import { chooseCharts } from '../../../src/bot/cases/choose-charts.ts';

const startMs = Date.parse('2026-11-20T09:00:00Z');
const course = (document: string) =>
  Array.from({ length: 30 }, (_, index) => ({ start: startMs + index, severity: 'error', count: 1, document }));
const dashboard = {
  spec: {
    vconcat: [
      { data: { name: 'wall' }, title: { text: '30 errors in the application' } },
      { data: { name: 'boot' }, title: { text: '30 errors of the kernel' } },
    ],
  },
  data: { wall: course('app.log'), boot: course('dmesg.txt') },
};
const titlesFor = (documents: string[], isCause = true) =>
  chooseCharts(dashboard, { words: 'a device vanished', documents, isCause }).map(({ title }) => title);

it('shows the course of the clock that the proof has its times from', () => {
  expect(titlesFor(['dmesg.txt'])).toEqual(['30 errors of the kernel']);
  expect(titlesFor(['app.log'])).toEqual(['30 errors in the application']);
  expect(titlesFor([])).toEqual(['30 errors in the application']);
});

it('shows no course of the file beside what is no cause', () => {
  expect(titlesFor(['dmesg.txt'], false)).toEqual([]);
});

it('takes no number for the cause’s because both are of the kernel', () => {
  const points = Array.from({ length: 30 }, (_, index) => ({ time: startMs + index, value: index }));
  const numbers = {
    spec: {
      vconcat: [
        { data: { name: 'a' }, title: { text: 'kernel messages: at most 58 per 800 ms' } },
        { data: { name: 'b' }, title: { text: 'free memory falls to 3 MB' } },
      ],
    },
    data: { a: points, b: points },
  };
  const words = 'unable to handle kernel NULL pointer dereference, out of memory messages';
  const found = chooseCharts(numbers, { words, documents: [], isCause: true });
  expect(found.map(({ title }) => title)).toEqual(['free memory falls to 3 MB']);
});

it('keeps the peak and the dip that a title tells of, at their own times', () => {
  const values = Array.from({ length: 240 }, () => 17);
  values[100] = 58;
  values[200] = 2;
  const numbers = {
    spec: { vconcat: [{ data: { name: 'a' }, title: { text: 'frames: at most 58, at 100 s' } }] },
    data: { a: values.map((value, time) => ({ time, value })) },
  };
  const [chart] = chooseCharts(numbers, { words: 'frames', documents: [], isCause: true });
  expect(chart?.series[0]?.values).toEqual([17, 17, 17, 17, 17, 58, 17, 17, 17, 17, 2, 17]);
  expect([chart?.categories[5], chart?.categories[10]]).toEqual(['100 s', '200 s']);
});
