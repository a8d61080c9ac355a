import type { Format } from '../format.ts';
import { detectConfig } from './detect.ts';
import { readConfig } from './read-config.ts';

/** Configuration of devices and programs: INI, YAML, JSON, XML, properties, router and firewall text. */
export const configFormat: Format = { type: 'config', detect: detectConfig, read: readConfig };
