import type { Format } from '../format.ts';
import { detectConfig } from './detect.ts';

/** Configuration of devices and programs: INI, YAML, JSON, XML, properties, router and firewall text. */
export const configFormat: Format = {
  type: 'config',
  detect: detectConfig,
  // Whoever only detects does not load the parsers.
  read: async (context) => (await import('./read-config.ts')).readConfig(context),
};
