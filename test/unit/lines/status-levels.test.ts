import { expect, it } from 'vitest';
import { lineFolder } from '../../support/line-documents.ts';

const statuses = [200, 200, 301, 404, 200, 503];

/** Severities of lines that bear these statuses, behind what stands before them. */
async function severities(head: string, line: (status: number, second: string) => string): Promise<unknown[]> {
  const rows = statuses.map((status, index) => line(status, String(10 + index)));
  using folder = lineFolder();
  await using document = await folder.open(`${head}${[...rows, ...rows].join('\n')}\n`);
  const first = head.split('\n').length + rows.length;
  const metas = await Promise.all(rows.map((_, index) => document.meta(first + index)));
  return metas.map(({ severity }) => severity);
}

const graded = ['info', 'info', 'info', 'warning', 'info', 'error'];

it.each<[string, string, (status: number, second: string) => string]>([
  [
    'W3C',
    '#Software: Microsoft Internet Information Services 10.0\n#Fields: date time s-ip cs-method cs-uri-stem s-port sc-status sc-bytes time-taken\n',
    (status, second) => `2026-11-13 06:00:${second} 10.1.4.20 GET /home.aspx 443 ${status} 4${status} 500`,
  ],
  [
    'Zeek',
    '#separator \\x09\n#fields\tts\tuid\tmethod\turi\tstatus_code\tresp_len\n',
    (status, second) => `17948844${second}.12\tC8kK2a\tGET\t/index\t${status}\t500`,
  ],
  [
    'Squid',
    '',
    (status, second) =>
      `17948844${second}.123    500 10.5.1.44 TCP_MISS/${status} 1503 GET http://example.test/a - HIER_DIRECT/192.0.2.1 text/html`,
  ],
  [
    'HAProxy',
    '',
    (status, second) =>
      `Feb  6 12:14:${second} lb haproxy[14389]: 10.0.1.2:33317 [06/Feb/2026:12:14:${second}.655] http-in static/srv1 10/0/30/69/109 ${status} 500 - - ---- 1/1/1/1/0 0/0 {} {} GET /index.html`,
  ],
])('takes the levels of %s from the status of the requests', async (_, head, line) => {
  expect(await severities(head, line)).toEqual(graded);
});

it('counts refusals and errors of an access log by their status', async () => {
  const rows = [200, 401, 413, 204, 413, 500, 503, 413].map(
    (status, index) =>
      `10.0.0.${index} - - [20/Nov/2026:05:00:0${index} +0000] "POST /up HTTP/1.1" ${status} 51${index}`,
  );
  using folder = lineFolder();
  await using document = await folder.open(`${[...rows, ...rows].join('\n')}\n`);
  const marks = await document.marks!(9, 16);
  const failing = [1, 2, 4, 5, 6, 7].map((index) => ({ index, form: marks.forms[index]! }));
  const alike = Map.groupBy(failing, ({ form }) => form);
  expect([...alike.values()].map((all) => all.map(({ index }) => index))).toEqual([[1], [2, 4, 7], [5], [6]]);
});
