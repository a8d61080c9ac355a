import type { Subject } from './subjects.ts';

const kept: Buffer[] = [];

/** A subject that does on some inputs what no reader may. */
export async function hostileSubjects(): Promise<Subject[]> {
  return [
    {
      name: 'misbehaving',
      input: (number) => Buffer.from(`input ${number}`),
      async run(_input, _folder, number) {
        if (number === 2) throw new Error('a reader failed');
        if (number === 4) for (;;);
        if (number === 6) process.exit(7);
        if (number === 8) kept.push(Buffer.alloc(600_000_000, 1));
      },
    },
  ];
}
