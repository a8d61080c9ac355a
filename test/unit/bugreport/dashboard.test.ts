import { expect, it } from 'vitest';
import { buildDashboard } from '#service/charts/build-dashboard.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const rule = '='.repeat(56);
const logLines = Array.from(
  { length: 40 },
  (_, i) =>
    `05-20 12:${String(i + 10).padStart(2, '0')}:00.000  1000  1500  1500 ${i === 30 ? 'E' : 'I'} Tag     : line ${i}`,
);
const report = `${rule}
== dumpstate: 2024-05-20 12:50:00
${rule}

Build: maker-user 14 A1
------ SYSTEM LOG (logcat -v threadtime -v uid -d *:v) ------
${logLines.join('\n')}
------ VM TRACES AT LAST ANR (/data/anr/anr_1: 2024-05-20 16:00:00) ------
----- pid 77 at 2024-05-20 16:00:00 -----
Cmd line: com.example.slow

"main" prio=5 tid=1 Runnable
  at com.example.slow.Work.run(Work.java:1)

----- end 77 -----
------ DUMPSYS (/system/bin/dumpsys) ------
DUMP OF SERVICE meminfo:
Total PSS by process:
    912,345K: com.example.hog (pid 2100 / activities)
    312,345K: system (pid 1500)
DUMP OF SERVICE batterystats:
Battery History (0% used, 9124 used of 4096KB, 47 strings using 4816):
                    0 (14) RESET:TIME: 2024-05-20-06-00-00
                    0 (2) 100 c0b00041 status=discharging
             +2h00m00s (2) 080 c0b00041
          +6h30m00s000ms (2) 035 c0b00041
Daily stats:
  All partial wake locks:
  Wake lock u0a123 SyncService: 5h 37m 30s 12ms (1 times) max=20250012 realtime
`;

it('shows lines over time, the battery, who holds memory and what kept the device awake, each titled with what it says', async () => {
  const reading = await readingOf(temporaryFolder(), 'report.txt', report);
  const { spec, data } = buildDashboard(reading);
  const titles = (spec.vconcat as { title: { text: string } }[]).map(({ title }) => title.text);
  expect(titles).toEqual([
    expect.stringContaining('One error, between 12:40:00 and 12:40:20'),
    'Battery level: down from 100 to 35 %',
    'com.example.hog holds most memory: 891 MiB, 2.9 times as much as the next',
    'u0a123 SyncService kept the device awake longest: 338 minutes',
  ]);
  expect(data.activity!.reduce((sum, row) => sum + Number(row.count), 0)).toBe(40);
});

it('does not place by its stamp what a clock that was set back since has stamped', async () => {
  const { findings } = await readingOf(temporaryFolder(), 'report.txt', report);
  const anr = findings.find(({ title }) => title.includes('com.example.slow'));
  expect(anr).not.toHaveProperty('firstTimeMs');
  expect(anr?.explanation).toContain('2024-05-20 16:00:00, is later than the report');
});
