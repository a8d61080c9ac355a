import type { Format } from '../format.ts';
import { loadOnce } from '../load-once.ts';
import { detectConfig } from './detect.ts';

const load = loadOnce(() => import('./read-config.ts'));

/** Configuration of devices and programs: INI, YAML, JSON, XML, properties, router and firewall text. */
export const configFormat: Format = {
  type: 'config',
  detect: detectConfig,
  load,
  read: async (context) => (await load()).readConfig(context),
};
