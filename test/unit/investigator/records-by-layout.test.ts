import { expect, it } from 'vitest';
import { textFields } from '#service/investigator/facts/lines/text-fields.ts';
import { askLogs } from '../../support/ask-logs.ts';

// The examples 3 and 4 of RFC 5424, section 6.5.
const withMessage =
  '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] \ufeffAn application event log entry...';
const withoutMessage =
  '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"][examplePriority@32473 class="high"]';

it('reads the parameters of structured data as fields', () => {
  const told = textFields(withMessage);
  expect(Object.fromEntries(told.fields)).toEqual({
    host: 'mymachine.example.com',
    iut: 3,
    eventSource: 'Application',
    eventID: 1011,
  });
  expect(told.message).toBe('An application event log entry...');
  expect(Object.fromEntries(textFields(withoutMessage).fields)).toMatchObject({ iut: 3, class: 'high' });
});

it('takes the backslash off what stands behind one', () => {
  const line = String.raw`<14>1 2026-05-12T06:00:00Z h app - - [a@1 path="C:\\logs" said="\"no\"" list="[a\]"] done`;
  expect(Object.fromEntries(textFields(line).fields)).toMatchObject({
    path: String.raw`C:\logs`,
    said: '"no"',
    list: '[a]',
  });
});

const payments = [
  ['S01', 'visa', 20, 'approved'],
  ['S02', 'amex', 35.5, 'declined'],
  ['S01', 'amex', 12, 'declined'],
  ['S02', 'visa', 80.25, 'approved'],
  ['S01', 'visa', 7, 'declined'],
  ['S03', 'amex', 61, 'approved'],
].map(
  ([shop, card, amount, end], at) =>
    `<134>1 2026-05-12T06:0${at}:14.000Z pos-1 payd 77 PAY [tx@4711 shop="${shop}" card="${card}" amount="${Number(amount).toFixed(2)}"] payment ${end}`,
);
const reports = [
  ['home', 'OK', 120, 7],
  ['mail', 'FAILED', 900, 12],
  ['db', 'OK', 44, 90],
  ['mail', 'FAILED', 35, 3],
  ['db', 'OK', 61, 80],
].flatMap(([job, status, files, size], at) => [
  `[2026-05-12 0${at}:10:00] Backup report`,
  `  Job:      ${job}`,
  `  Status:   ${status}`,
  `  Files:    ${files}`,
  `  Size:     ${size} GB`,
]);
const imports = [
  ['crm', 1500, 12.5],
  ['erp', 4100, 60],
  ['crm', 4200, 41],
  ['erp', 200, 6.5],
].map(
  ([from, count, took], at) =>
    `2026-05-12 06:0${at}:53,120 - importer.${from} - INFO - Imported ${count} records (${at} duplicates skipped) in ${Number(took).toFixed(1)}s`,
);
const ask = askLogs({
  payments: ['payd.log', payments],
  reports: ['backup-report.log', reports],
  imports: ['importer.log', imports],
});

it.each([
  ['payments', 'which shop had the most declined payments?', /S01: 2 lines/],
  ['payments', 'how much was approved in total?', /161\.25 .*amount/],
  ['payments', 'how many amex payments were declined?', /\b2 lines/],
  ['reports', 'how many backups failed?', /\b2 lines/],
  ['reports', 'average size of db backups', /\b85 GB/],
  ['imports', 'average duration of an import', /\b30 s/],
  ['imports', 'how many imports had more than 4000 records?', /\b2 lines/],
])('answers of %s: %s', async (log, question, expected) => {
  expect((await ask(log, question)).headline).toMatch(expected);
});

it('never tells how much there was by a number of lines', async () => {
  expect((await ask('reports', 'how much was restored?')).verdict).toBe('INCONCLUSIVE');
});
