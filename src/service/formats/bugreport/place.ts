import type { Finding, Series, TimelineEvent } from '../reading.ts';

/** Where in a bug report a line stands. */
export interface Place {
  /** `SYSTEM LOG`, `VM TRACES AT LAST ANR`; empty before the first. */
  section: string;
  /** What dumpstate ran for it, with times of files. */
  command: string;
  /** Of `DUMP OF SERVICE name`, within it. */
  service: string;
}

/** How an event's time is known. */
export type TimeSource = 'logcat wall clock' | 'kernel uptime, mapped' | 'printed by the system' | 'dumpstate start';

export interface KnownEvent extends TimelineEvent {
  source: TimeSource;
}

/** What one part of a bug report came to. */
export interface PartResult {
  findings?: Finding[];
  facts?: Record<string, string | number>;
  events?: KnownEvent[];
  tables?: Record<string, Record<string, string | number | null>[]>;
  series?: Series[];
  /** Plain sentences: what is not whole and why. */
  unread?: string[];
}

/** Reads the lines of the sections it knows, in order, in bounded memory. */
export interface Part {
  line(place: Place, number: number, text: string): void;
  finish(): PartResult;
}

const header = /^------ ([A-Z][^(]*?)(?: \((.*)\))? ------\s*$/;
const sectionEnd = /^------ [\d.]+s was the duration of '/;
const serviceStart = /^DUMP OF SERVICE (?:CRITICAL |HIGH |NORMAL )?([^:]+):/;
const serviceEnd = /^--------- [\d.]+s was the duration of dumpsys/;

/** Follows section headers. Gives the place of each line; the same object until it changes. */
export function createPlaceFinder(): (text: string) => Place {
  let place: Place = { section: '', command: '', service: '' };
  return (text) => {
    if (text.startsWith('------ ')) {
      const match = header.exec(text);
      if (sectionEnd.test(text)) place = { section: '', command: '', service: '' };
      else if (match) place = { section: match[1]!.trim(), command: match[2] ?? '', service: '' };
    } else if (text.startsWith('DUMP OF SERVICE ')) {
      place = { ...place, service: serviceStart.exec(text)?.[1] ?? '' };
    } else if (text.startsWith('--------- ') && serviceEnd.test(text)) {
      place = { ...place, service: '' };
    }
    return place;
  };
}

/** Names of the sections that hold the kernel's log. */
export const kernelSection = /^KERNEL LOG|^DMESG/i;
