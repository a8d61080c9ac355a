import { makeApplicationLog } from './application-log.ts';
import { makeKernelLog } from './kernel-log.ts';
import { makeLogcat } from './logcat.ts';
import { makeQuietLog } from './quiet-log.ts';

export interface Example {
  name: string;
  /** One line for the page: what somebody would say when sharing it. */
  about: string;
  /** What it is an example of, and what may be asked about it afterwards. */
  shows: string;
  asks?: readonly { label: string; text: string }[];
  make(): string;
}

/** Files to try the bot with; made here, so none comes from a real device. */
export const examples: readonly Example[] = [
  {
    name: 'devkit-dmesg.txt',
    about: 'The board rebooted during a firmware update.',
    shows: 'a kernel crash, told by its own report',
    make: makeKernelLog,
  },
  {
    name: 'order-service.log',
    about: 'The service died in the morning, why?',
    shows: 'a cause that lies two hours before the end',
    asks: [
      { label: 'Follow up: and before that?', text: 'and before that?' },
      { label: 'Written query: warnings by source', text: 'count level=warning by source' },
    ],
    make: makeApplicationLog,
  },
  {
    name: 'camera-logcat.txt',
    about: 'The camera crashes whenever it is opened.',
    shows: 'one crash that comes again',
    make: makeLogcat,
  },
  {
    name: 'gateway-syslog.txt',
    about: 'The gateway restarted at lunch time.',
    shows: 'a file that does not hold the cause',
    make: makeQuietLog,
  },
];
