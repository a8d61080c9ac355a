import { makeApplicationLog } from './application-log.ts';
import { makeKernelLog } from './kernel-log.ts';
import { makeLogcat } from './logcat.ts';
import { makeQuietLog } from './quiet-log.ts';

export interface Example {
  name: string;
  /** One line for the page: what somebody would say when sharing it. */
  about: string;
  make(): string;
}

/** Files to try the bot with; made here, so none comes from a real device. */
export const examples: readonly Example[] = [
  { name: 'devkit-dmesg.txt', about: 'The board rebooted during a firmware update.', make: makeKernelLog },
  { name: 'order-service.log', about: 'The service died in the morning, why?', make: makeApplicationLog },
  { name: 'camera-logcat.txt', about: 'The camera crashes whenever it is opened.', make: makeLogcat },
  { name: 'gateway-syslog.txt', about: 'The gateway restarted at lunch time.', make: makeQuietLog },
];
