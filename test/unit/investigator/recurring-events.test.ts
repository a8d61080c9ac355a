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

it('names what stands before each drop where lines bear no level and single lines of others look worse', async () => {
  const uptime = (seconds: number) => `[${seconds.toFixed(6).padStart(12)}]`;
  const drops = [18211, 18777, 19487, 22001, 25410].flatMap((at) => [
    { at, text: 'igb 0000:03:00.0: Detected Tx Unit Hang' },
    { at: at + 2, text: 'igb 0000:03:00.0 eth0: Reset adapter' },
    { at: at + 5, text: 'igb 0000:03:00.0 eth0: igb: eth0 NIC Link is Up 1000 Mbps Full Duplex' },
  ]);
  const lines = [
    ...Array.from({ length: 900 }, (_, index) => ({ at: index * 33, text: `audit: profile ${index} allowed` })),
    { at: 5, text: 'igb 0000:03:00.0 eth0: igb: eth0 NIC Link is Up 1000 Mbps Full Duplex' },
    { at: 9120, text: 'usb 1-3: USB disconnect, device number 7' },
    ...drops,
  ].sort((a, b) => a.at - b.at);
  const log = `${lines.map(({ at, text }) => `${uptime(at)} ${text}`).join('\n')}\n`;
  const { headline } = await ask(log, 'why does eth0 drop out again and again?');
  expect(headline).toContain('Detected Tx Unit Hang');
  expect(headline).not.toContain('USB disconnect');
});
