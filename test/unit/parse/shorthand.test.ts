import { expect, it } from 'vitest';
import { isBareNote } from '../../../src/service/investigator/parse/shorthand.ts';

it('takes a caption of the file for none', () => {
  expect(isBareNote('rainfall in millimetres')).toBe(true);
  expect(isBareNote('logs from node 3')).toBe(false);
  expect(isBareNote('it stops when I plug it in')).toBe(false);
});
