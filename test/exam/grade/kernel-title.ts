import type { Grade } from '../item.ts';
import type { Told } from '../subject.ts';

/** The title stands in the headline, whatever surrounds it. */
export function gradeKernelTitle({ answer, verdict }: Told, title: string): Grade {
  const plain = (text: string) =>
    text
      .replace(/[`*_\\]/g, '')
      .replace(/\s+/g, ' ')
      .toLowerCase();
  const lines = answer.split('\n').filter((line) => line.trim() !== '');
  const isIn = (text: string) => plain(text).includes(plain(title));
  if (isIn(lines[0] ?? '')) return { mark: 'right', reason: 'the headline names it' };
  const reason = 'not in the headline';
  if (verdict === 'INCONCLUSIVE') return { mark: 'admitted', reason };
  return { mark: isIn(answer) ? 'partly' : 'wrong', reason };
}
