import { setTimeout } from 'node:timers/promises';
import type { Subject } from './subjects.ts';

/** A subject that is well behaved once it has started, which takes long. */
export async function hostileSubjects(): Promise<Subject[]> {
  await setTimeout(4000);
  return [{ name: 'slow start', input: (number) => Buffer.from(`input ${number}`), run: async () => {} }];
}
