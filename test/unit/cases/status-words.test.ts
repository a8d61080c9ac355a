import { expect, it } from 'vitest';
import { type Stage, statusWords } from '../../../src/bot/cases/status/status-words.ts';

it.each<[Stage[], 'file' | 'question', string]>([
  [[{ at: 'queued', place: 3 }], 'file', 'Queued, place 3.'],
  [[{ at: 'fetching' }], 'file', 'Fetching the file.'],
  [[{ at: 'reading', share: undefined }], 'file', 'Reading the file.'],
  [[{ at: 'searching', share: 0.62 }], 'question', 'Searching for the answer, 60 %.'],
  [
    [
      { at: 'queued', place: 7 },
      { at: 'reading', share: 0.1 },
      { at: 'queued', place: 4 },
      { at: 'posting' },
      { at: 'reading', share: 0.4 },
    ],
    'file',
    '5 files: 1 answered; 2 being read, 40 %; 2 queued, place 4.',
  ],
  [
    [{ at: 'handing' }, { at: 'fetching' }],
    'question',
    '2 questions: 1 being uploaded to the log service; 1 being fetched.',
  ],
])('tells of %j as %s', (stages, noun, words) => {
  expect(statusWords(stages, noun)).toBe(words);
});
