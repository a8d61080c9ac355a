import { expect, it } from 'vitest';
import { withSpelling } from '#service/investigator/parse/misspelt.ts';

it.each([
  ['longst gap between two alarms', 'longest gap between two alarms'],
  ['numbr of failed jobs', 'number of failed jobs'],
  ['what precent failed?', 'what percent failed?'],
  ['avarage time of /pay', 'average time of /pay'],
  ['slowest request of the lowest priority', 'slowest request of the lowest priority'],
  ['averages and averaged values', 'averages and averaged values'],
  ['how often is "numbr" logged?', 'how often is "numbr" logged?'],
  ['count of longst_wait', 'count of longst_wait'],
])('reads "%s" as "%s"', (written, meant) => {
  expect(withSpelling(written)).toBe(meant);
});
