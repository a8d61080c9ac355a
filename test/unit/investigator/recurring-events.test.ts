import { expect, it } from 'vitest';
import { patternOf } from '../../../src/service/investigator/survey/message-pattern.ts';
import { ask, busyService, clock, logOf, once, stamp } from './made-log.ts';

const seconds = (time: string, plus: number) => stamp(clock(time) + plus * 1000).slice(11);
const times = ['07:02:10', '08:17:44', '09:21:03', '10:40:51', '11:33:27'];
const stops = times.flatMap((time) => [
  ...once(time, 'INFO drive: brake resistor on, contactor K4 closed'),
  ...once(seconds(time, 4), 'ERROR bus: controller went off'),
  ...once(seconds(time, 5), 'ERROR belt: belt 3 stopped'),
]);

it('tells what stands before an event each time it comes, information though it is', async () => {
  const { headline, answer } = await ask(logOf(busyService(), stops), 'belt 3 stops at random, why?');
  expect(headline).toMatch(/each time [45] s after .*brake resistor on/);
  for (const time of times) expect(answer).toContain(seconds(time, 5));
});

it('takes names drawn by lot for one kind', () => {
  expect(patternOf('Evicted pod/web-7d9f6c5b8-bkqxw')).toBe(patternOf('Evicted pod/web-5c44f-2vx9q'));
  expect(patternOf('node worker-a lost')).not.toBe(patternOf('node worker-b lost'));
  expect(patternOf('disk sdf1 and md2')).toBe('disk sdf<*> and md<*>');
});
