import { bugreportFormat } from './bugreport/format.ts';
import { bundleFormat } from './bundle/format.ts';
import { capture } from './capture/format.ts';
import { configFormat } from './config/format.ts';
import { dmesgFormat } from './dmesg/format.ts';
import type { Format } from './format.ts';
import { log } from './log/format.ts';
import { pcap } from './pcap/format.ts';
import { perfetto } from './perfetto/format.ts';
import { ramdumpFormat } from './ramdump/format.ts';

/** Every file type that is read. The order decides between formats that are equally sure. */
export const formats: readonly Format[] = [
  pcap,
  perfetto,
  ramdumpFormat,
  bugreportFormat,
  bundleFormat,
  dmesgFormat,
  capture,
  configFormat,
  log,
];
