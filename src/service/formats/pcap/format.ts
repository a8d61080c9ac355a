import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { containerOf } from './container.ts';

const load = loadOnce(() => import('./read-capture.ts'));

/** Network captures: pcap in all byte orders, pcapng, and Bluetooth btsnoop logs. */
export const pcap: Format = {
  type: 'pcap',
  detect: ({ head }) => (containerOf(head) ? 1 : 0),
  load,
  read: async (context) => (await load()).readCapture(context),
};
