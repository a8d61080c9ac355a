import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 5, 3, 6, 0, second)).toISOString();
const builds = [
  'started\tproject\tbranch\tresult\tminutes\ttests\tfailed',
  ...['SUCCESS', 'FAILURE', 'UNSTABLE', 'SUCCESS', 'ABORTED', 'FAILURE'].map(
    (result, index) =>
      `2026-06-03 0${index}:00:00\t${index < 3 ? 'core' : 'docs'}\t${index % 2 === 0 ? 'main' : 'dev'}\t${result}\t${20 + index * 4}\t300\t${result === 'SUCCESS' ? 0 : index}`,
  ),
];
const macs = ['02:00:00:00:00:0a', '02:00:00:00:00:0b'];
const leases = [0, 1, 1, 0, 1].flatMap((one, index) => [
  `Jun  3 06:0${index}:00 gw dhcpd[60]: DHCPDISCOVER from ${macs[one]} via eth1`,
  `Jun  3 06:0${index}:30 gw dhcpd[60]: DHCPACK on 10.1.0.${20 + one} to ${macs[one]} via eth1`,
]);
const events = ['cart-a', 'cart-a', 'feed-b', 'auth-c', 'cart-a', 'feed-b'].flatMap((pod, index) => [
  `2026-06-03T06:0${index}:00Z Warning BackOff pod/${pod} Back-off restarting failed container`,
  `2026-06-03T06:0${index}:20Z Normal Pulled pod/${pod} pulled the image in ${index + 2}s`,
  `2026-06-03T06:0${index}:40Z Warning OOMKilling node/n${index === 0 ? 2 : 1} Memory cgroup out of memory`,
]);
const calls = [80, 300, 0].flatMap((seconds, index) => [
  `${at(index * 9)} call ${7 + index}: 10${index} dials 20${index}`,
  ...(seconds > 0
    ? [
        `${at(index * 9 + 2)} call ${7 + index}: answered by 20${index}`,
        `${at(index * 9 + 5)} call ${7 + index}: ended, ${seconds} s, codec ${index === 0 ? 'opus' : 'g711'}, mos ${4 - index}.1`,
      ]
    : [`${at(index * 9 + 4)} call ${7 + index}: no answer`]),
]);
const rooms = ['attic', 'cellar', 'garage'];
const sensors = rooms.flatMap((room, index) => [
  `${at(index)} New client connected from 192.0.2.${index} as ${room}`,
  ...[1, 2].map(
    (hour) =>
      `${at(index + hour * 9)} Received PUBLISH from ${room} topic home/${room}/climate payload {"temp":${index * 10 + hour},"hum":${40 + hour},"batt":${9 - index}}`,
  ),
]);
const jobs = ['thumbs', 'mail', 'thumbs'].flatMap((job, index) => [
  `${at(index * 5)} worker.beta WARNING job ${job} retry ${index + 1} after ${index === 1 ? 'ConnectionError' : 'TimeoutError'}`,
  `${at(index * 5 + 2)} worker.beta INFO job ${job} completed in ${index + 2}.500s`,
  `${at(index * 5 + 3)} worker.beta INFO batch checked passed=${index + 1} failed=0`,
]);
const ask = askLogs({
  builds: ['builds.tsv', builds],
  leases: ['dhcpd.log', leases],
  events: ['events.log', events],
  calls: ['calls.log', [...calls, ...calls.map((line) => line.replace(/call (\d)/, 'call 1$1'))]],
  sensors: ['mosquitto.log', sensors],
  jobs: ['jobs.log', jobs],
});

it.each([
  ['builds', 'how many builds failed?', '2 lines with result FAILURE'],
  ['builds', 'success rate of main', '33.33 %: 1 of 3 lines with branch main'],
  ['builds', 'what percentage of builds on main succeeded?', '33.33 %: 1 of 3 lines with branch main'],
  ['builds', 'builds longer than half an hour', '3 lines with minutes above'],
  ['builds', 'sum of failed tests on dev', '6 is the total failed'],
  ['builds', 'project with the most failed builds', '1 line'],
  ['leases', 'which client sent the most discovers?', `${macs[1]}: 3 lines`],
  ['leases', 'mac with the fewest DHCPACK', `${macs[0]}: 2 lines`],
  ['events', 'how many warnings?', '12 lines with level warning'],
  ['events', 'pod with most BackOff events', 'cart-a: 3 lines'],
  ['events', 'which node ran out of memory most often?', 'n1: 5 lines'],
  ['calls', 'longest call', '5 min'],
  ['calls', 'how many calls were answered?', '4 '],
  ['calls', 'which codec has the worst mos on average?', 'g711: 3.1'],
  ['sensors', 'mean hum of cellar', '41.5'],
  ['sensors', 'which client has the lowest battery?', 'garage: 7'],
  ['jobs', 'how many retries after TimeoutError?', '2 '],
  ['jobs', 'how many retries because of timeouts?', '2 '],
  ['jobs', 'average time of a thumbs job', '3.5 s'],
  ['jobs', 'how many jobs failed?', 'None'],
])('finds what %s call the things of a question: %s', async (log, question, told) => {
  expect((await ask(log, question)).headline).toContain(told);
});
