import { bugreportFormat } from '#service/formats/bugreport/format.ts';
import { capture } from '#service/formats/capture/format.ts';
import { configFormat } from '#service/formats/config/format.ts';
import { dmesgFormat } from '#service/formats/dmesg/format.ts';
import type { Format } from '#service/formats/format.ts';
import { log } from '#service/formats/log/format.ts';
import { pcap } from '#service/formats/pcap/format.ts';
import { perfetto } from '#service/formats/perfetto/format.ts';
import { ramdumpFormat } from '#service/formats/ramdump/format.ts';
import { everyMadeLog } from '../../unit/dmesg/made-logs.ts';
import { calmLogs, reportCases } from '../../unit/dmesg/read-cases.ts';
import { traceSeeds } from '../../unit/perfetto/trace-seeds.ts';
import { programCore } from '../../unit/ramdump/made-cores.ts';
import { madeDumps } from '../../unit/ramdump/made-dumps.ts';
import { sampleFiles } from '../sample-files.ts';
import { archiveSubject } from './archive-subject.ts';
import { captureSeeds } from './capture-seeds.ts';
import { configSeeds } from './config-seeds.ts';
import { hostileInput } from './hostile-input.ts';
import { linesSubject } from './lines-subject.ts';
import { questionsSubject } from './questions-subject.ts';
import { readForced, readTyped } from './read-forced.ts';
import { textLines } from './text-lines.ts';

/** Something that must survive any input: its inputs by number, and what is done with one. */
export interface Subject {
  name: string;
  input(number: number): Promise<Buffer> | Buffer;
  /** Throws where the subject misbehaves. `folder` is empty scratch space. */
  run(input: Buffer, folder: string, number: number): Promise<void>;
}

const programCores = [true, false].map((is64) => programCore({ signal: 11, code: 1, address: 0n, is64 }));

/** Every reader, the line index with its search, and the answering of questions. */
export async function hostileSubjects(): Promise<Subject[]> {
  const files = await sampleFiles();
  const samples = (type: string) => files.filter((file) => file.type === type).map(({ content }) => content);
  const texts = (all: readonly string[]) => all.map((text) => Buffer.from(text));
  const kernelLogs = texts([...everyMadeLog, ...[...reportCases(), ...calmLogs()].map(({ text }) => text)]);
  const dumpstate = samples('bugreport').filter((content) => !content.subarray(0, 2).equals(Buffer.from('PK')));
  const logs = [
    ...samples('log').filter((content) => content[0] !== 0x1f),
    ...texts(calmLogs().map(({ text }) => text)),
  ];
  logs.push(Buffer.from(textLines.join('\n')), Buffer.from(textLines.toReversed().join('\r\n')));
  return [
    reader('log', log, 'app.log', logs),
    reader('dmesg', dmesgFormat, 'kernel.txt', kernelLogs),
    reader('capture', capture, 'logcat.txt', [...samples('capture'), ...texts(textLines), ...dumpstate]),
    reader('bugreport', bugreportFormat, 'report.txt', [...dumpstate, ...samples('capture')]),
    reader('config', configFormat, 'router.cfg', [...samples('config'), ...texts(configSeeds)]),
    reader('pcap', pcap, 'net.pcap', captureSeeds),
    reader('perfetto', perfetto, 'a.pftrace', traceSeeds),
    reader('ramdump', ramdumpFormat, 'vmcore', [...Object.values(madeDumps()), ...programCores]),
    archiveSubject(files),
    linesSubject(logs),
    questionsSubject(logs),
  ];
}

function reader(name: string, format: Format, fileName: string, seeds: readonly Uint8Array[]): Subject {
  return {
    name,
    input: (number) => hostileInput(seeds, number),
    run: (input, folder, number) =>
      number % 2 === 0 ? readForced(folder, format, fileName, input) : readTyped(folder, fileName, input),
  };
}
