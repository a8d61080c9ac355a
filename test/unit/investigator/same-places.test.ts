import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../../src/service/investigator/facts/records.ts';
import { Shapes } from '../../../src/service/investigator/facts/same-places.ts';

describe('values that are cut from where they stand', () => {
  it('reads a value in full until lines of its shape have shown its place', () => {
    const { values, fullReads } = readAll(/took (\d+) ms/, [
      'took 20 ms',
      'took 31 ms',
      'took 20 ms',
      'took 77 ms',
      'took 9 ms',
    ]);
    expect(values).toEqual(['20', '31', '20', '77', '9']);
    // The last line is of another shape.
    expect(fullReads).toBe(4);
  });

  it('waits until one place is left where a number stands twice', () => {
    const { values } = readAll(/of (\d)/, ['1 of 1', '2 of 2', '3 of 3', '4 of 4', '1 of 2', '5 of 9']);
    expect(values).toEqual(['1', '2', '3', '4', '2', '9']);
  });

  it('does not take the beginning of a number for the whole of it', () => {
    const lines = ['t=1.50', 't=1.20', 't=1.80', 't=1.30', 't=1.55'];
    expect(readAll(/t=(\S+)/, lines, (value) => String(Number(value))).values).toEqual([
      '1.5',
      '1.2',
      '1.8',
      '1.3',
      '1.55',
    ]);
    const padded = ['n=0012', 'n=0047', 'n=0031', 'n=0123'];
    expect(readAll(/n=(\S+)/, padded, (value) => String(Number(value))).values).toEqual(['12', '47', '31', '123']);
  });

  it('keeps a unit that is read without the blank before it', () => {
    const lines = ['took 20 ms', 'took 31 ms', 'took 42 ms', 'took 77 ms'];
    const { values, fullReads } = readAll(/took (\d+ ms)/, lines, (value) => value.replace(' ', ''));
    expect(values).toEqual(['20ms', '31ms', '42ms', '77ms']);
    expect(fullReads).toBe(3);
  });

  it('reads in full what is worked out of digits and stands nowhere', () => {
    const lines = ['code 200', 'code 201', 'code 204', 'code 500'];
    const { values } = readAll(/code (\d)/, lines, (digit) => (digit === '5' ? 'failed' : 'ok'));
    expect(values).toEqual(['ok', 'ok', 'ok', 'failed']);
  });

  it('takes lines that differ only in their ids for one shape', () => {
    const ids = ['16066a12', '9f3ac0d1', 'aZ3kQ9x1', '3f9c27ab', 'ed25519c'];
    const { values, fullReads } = readAll(
      /took (\d+) ms/,
      ids.map((id, at) => `req=${id} took ${20 + at} ms`),
    );
    expect(values).toEqual(['20', '21', '22', '23', '24']);
    expect(fullReads).toBe(3);
  });

  it('cuts an id out whole', () => {
    const ids = ['16066a12', '9f3ac0d1', '0badc0de', '3f9c27ab'];
    const { values, fullReads } = readAll(
      /req=(\w+)/,
      ids.map((id) => `req=${id} done`),
    );
    expect(values).toEqual(ids);
    expect(fullReads).toBe(3);
  });

  it('does not take names and amounts with a digit for ids', () => {
    const words = ['size 1024kB', 'size 2048kB', 'size 4096kB', 'took 1024ms', 'size 1024MB'];
    expect(readAll(/size (\d+)kB/, words).values).toEqual(['1024', '2048', '4096', undefined, undefined]);
    const names = ['worker10 up', 'worker11 up', 'worker12 up', 'server13 up'];
    expect(readAll(/worker(\d+)/, names).values).toEqual(['10', '11', '12', undefined]);
  });

  it('does not end a value within an id', () => {
    const lines = ['x a1b2', 'x a1c2', 'x a1d2', 'x a7b9', 'x f7b9'];
    expect(readAll(/x (a1)/, lines).values).toEqual(['a1', 'a1', 'a1', undefined, undefined]);
  });

  it('knows which shapes have no value', () => {
    const { values, fullReads } = readAll(
      /took (\d+)/,
      Array.from({ length: 50 }, (_, at) => `job ${10 + at} done`),
    );
    expect(values.every((value) => value === undefined)).toBe(true);
    expect(fullReads).toBe(3);
  });
});

function readAll(pattern: RegExp, lines: string[], told = (value: string) => value) {
  let fullReads = 0;
  const read = new Shapes().atSamePlace(({ text }) => {
    fullReads++;
    const value = pattern.exec(text)?.[1];
    return value === undefined ? undefined : told(value);
  });
  const values = lines.map((text) => read(recordOf(text)));
  return { values, fullReads };
}

const recordOf = (text: string): LogRecord => ({
  text,
  line: 1,
  document: { name: 'a.log' } as LogRecord['document'],
  timeMs: undefined,
  row: () => ({ text, message: text, values: new Map() }),
  thrown: '',
  thrownAt: '',
  level: () => undefined,
  form: 1,
  isInColumns: false,
});
