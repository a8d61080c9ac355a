import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: string, said: string) => `2026-09-01T08:00:${second}.0000000Z ${said}`;

const chain = [
  at('01', '+ fetch tools'),
  at('02', "error: Error while reading the list of tools from 'https://tools.example.com/list.json'"),
  at('03', '  Caused by: error sending request'),
  at('04', '  Caused by: dns error'),
  at('05', '  Caused by: failed to lookup address information: Name or service not known'),
  at('06', '##[error]Process completed with exit code 2.'),
];
const listed = [
  'Error: failed to sync the bucket photos',
  '',
  'Caused by:',
  '    0: failed to open /var/lib/sync/manifest.json',
  '    1: Permission denied (os error 13)',
];
const cmake = [
  at('01', '      -- Performing Test HAVE_CLOCK - Success'),
  at('02', '      CMake Error at /srv/ci/work/store/cmake/modules/FindDriver.cmake:70 (message):'),
  at('03', '        No driver kit specified for this build.  Please set DRIVER_KIT to the'),
  at('04', '        folder of one.'),
  at('05', '      -- Configuring incomplete, errors occurred!'),
  at('06', '  ERROR: Failed building wheel for store'),
  at('07', 'Failed to build store'),
  at('08', 'Cache read errors                     0'),
];
const steps = [
  at('01', 'Pod runner-7: phase=Pending (7208s/7200s)'),
  at('02', '##[error]Error: Pod runner-7 is unhealthy with phase status Pending: backoff timeout'),
  at('03', '##[error]Process completed with exit code 1.'),
  at('04', '##[group]Run upload results'),
  at('05', "[hooks] FATAL: TypeError: Cannot read properties of null (reading 'jobPod')"),
  at('05', '    at run (/opt/hooks/dist/index.js:986:34)'),
  at('06', '##[error]Process completed with exit code 1.'),
];
const late = [
  at('01', '= 69 passed, 13 skipped in 88.60s ='),
  at('02', 'Failed to upload reports: AccessDenied: ci-role is not authorized to perform: s3:PutObject'),
  at('40', "##[error]The action 'Test' has timed out after 360 minutes."),
];
const compiler = [
  at('01', '[10/20] Building CXX object src/CMakeFiles/store.dir/table.cpp.o'),
  at('02', 'FAILED: [code=1] src/CMakeFiles/store.dir/table.cpp.o'),
  at('03', "/srv/ci/work/store/src/engine/table.cpp:128:26: error: 'page_size' was not declared in this scope"),
  at('04', '*** CMake build failed'),
];
const docker = [
  at('01', '##[command]/usr/bin/docker pull python:3.99'),
  at('02', 'Error response from daemon: manifest for python:3.99 not found: manifest unknown'),
  at('03', '##[error]Docker pull failed with exit code 1'),
];
const credentials = [
  at('01', '##[error]Credentials could not be loaded, please check your inputs: no providers'),
  at('02', '##[error]Process completed with exit code 1.'),
];
const scripts = [
  '- Starting script compilation',
  "Assets/Player.cs(42,17): error CS0246: The type 'InputAction' could not be found (are you missing a reference?)",
  'Error building Player because scripts had compiler errors',
  'Aborting batchmode due to failure:',
  "executeMethod class 'BuildScript' could not be found.",
];
const dump = [40, 41].flatMap((pid) => [
  `PID ${pid}32 received SIGSEGV for address: 0xd9289d62`,
  'e:\\app\\src\\walker.cpp (941): Walker::ShowStack',
  '00000000778098EB (ntdll): (filename not available): RtlUnwindEx',
  'e:\\app\\src\\reader.cpp (217): reader::completed',
  '000000013F911A73 (node): (filename not available): uv_run',
]);
const table = [
  'Name:             search-0',
  'Namespace:        default',
  'Node:             <none>',
  'Status:           Pending',
  'Events:',
  '  Type     Reason            Age               From               Message',
  '  ----     ------            ----              ----               -------',
  '  Warning  FailedScheduling  10m (x5 over 1h)  default-scheduler  0/2 nodes are available: 2 Insufficient memory',
];
const ask = askLogs({
  chain: ['job.log', chain],
  listed: ['sync.log', listed],
  cmake: ['job.log', cmake],
  steps: ['job.log', steps],
  late: ['job.log', late],
  compiler: ['job.log', compiler],
  docker: ['job.log', docker],
  credentials: ['job.log', credentials],
  scripts: ['editor.log', scripts],
  dump: ['crash.log', dump],
  table: ['pod.txt', table],
});
const causeOf = async (name: Parameters<typeof ask>[0]) => (await ask(name, 'why did it fail?')).headline;

it('tells of a chain of causes what failed and the last reason', async () => {
  expect(await causeOf('chain')).toMatch(/Error while reading the list of tools .*Name or service not known/);
  expect(await causeOf('listed')).toMatch(/failed to sync the bucket photos: .*: Permission denied/);
});

it('reads what a heading announces, and the end of a long path', async () => {
  expect(await causeOf('cmake')).toContain('…/FindDriver.cmake:70 (message): No driver kit specified for this build.');
});

it('takes what fails after the step that failed for no cause', async () => {
  expect(await causeOf('steps')).toContain('backoff timeout');
});

it('takes the time limit of the run for its end', async () => {
  expect(await causeOf('late')).toContain('has timed out after 360 minutes');
});

it('keeps the place with the message of a compiler', async () => {
  expect(await causeOf('compiler')).toContain("table.cpp:128:26: error: 'page_size' was not declared in this scope");
});

it('keeps a sentence that begins with a level whole', async () => {
  expect(await causeOf('docker')).toContain('Error response from daemon: manifest for python:3.99 not found');
});

it('takes advice behind an error for no excuse of it', async () => {
  expect(await causeOf('credentials')).toContain('Credentials could not be loaded');
  expect(await causeOf('scripts')).toContain("error CS0246: The type 'InputAction' could not be found");
});

it('takes the frames of a stack for no statement', async () => {
  expect(await causeOf('dump')).toContain('received SIGSEGV');
});

it('reads aligned keys and values as printed and not as YAML', async () => {
  expect(await causeOf('table')).toContain('2 Insufficient memory');
});
