import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/service/investigator/survey/fields-of.ts';
import { layoutOf } from '../../../src/service/lines/layouts/line-layout.ts';
import { ask } from './made-log.ts';

const pad = (value: number) => String(value).padStart(2, '0');
const rows = (count: number, line: (index: number, clock: string) => string) =>
  Array.from({ length: count }, (_, index) =>
    line(index, `${pad(8 + Math.floor(index / 60))}:${pad(index % 60)}:0${index % 10}`),
  );
const logOf = (...lines: readonly (string | readonly string[])[]) => `${lines.flat().join('\n')}\n`;

const iis = logOf(
  '#Software: Microsoft Internet Information Services 10.0',
  '#Fields: date time c-ip cs-method cs-uri-stem sc-status sc-bytes cs-bytes time-taken',
  rows(200, (i, clock) => {
    const path = ['/a.aspx', '/big.zip', '/slow.aspx'][i % 3];
    return `2026-11-12 ${clock} 10.3.0.${i % 12} GET ${path} ${i % 50 === 7 ? 500 : 200} ${i % 3 === 1 ? 7_000_000 : 1200} 300 ${i % 3 === 2 ? 2500 + i : 20}`;
  }),
);
const station = logOf(
  'timestamp;station;part_no;cycle_time_s;result;torque_nm',
  rows(
    200,
    (i, clock) =>
      `12.11.2026 ${clock};ST${(i % 4) + 1};P${i};${i % 4 === 2 ? 20 : 12},5;${i % 40 === 5 ? 'NOK' : 'OK'};40,${i % 10}`,
  ),
);
const flows = logOf(
  rows(200, (i, clock) => {
    const isKept = i % 5 === 0;
    return `date=2026-11-12 time=${clock} devname="FW" srcip=${isKept ? '198.51.100.7' : `10.0.0.${i % 20}`} dstip=10.1.9.9 dstport=${isKept ? 3389 : 443} action="${isKept ? 'deny' : 'accept'}" sentbyte=${i === 11 ? 900_000 : 300} rcvdbyte=${i % 20 === 4 ? 5_000_000 : 1000}`;
  }),
);
const proxy = logOf(
  rows(200, (i, clock) => {
    const isKept = i % 25 === 3;
    const seconds = 1_794_985_200 + i * 3;
    return `${seconds}.148    ${200 + i} 10.5.1.${i % 30} ${isKept ? 'TCP_DENIED/403' : 'TCP_MISS/200'} ${i === 77 ? 80_000_000 : 1500} GET http://${isKept ? 'casino.example' : 'news.example'}/${i} - HIER_DIRECT/178.57.106.90 text/html${clock.slice(0, 0)}`;
  }),
);
const balancer = logOf(
  rows(200, (i, clock) => {
    const total = i % 3 === 1 ? 950 : 40;
    return `Nov 12 ${clock} lb1 haproxy[2211]: 10.9.0.${i % 99}:4021 [12/Nov/2026:${clock}.123] fe_main be_app/app${i % 3} 0/0/1/${total - 2}/${total} 200 431 - - ---- 12/12/3/1/0 0/0 "GET /p HTTP/1.1"`;
  }),
);
const memory = logOf(
  'procs -----------memory---------- ---swap--',
  ' r  b   swpd   free   buff  cache   si   so',
  rows(80, (i) => ` ${i % 4}  0      0 ${812_000 - i * 7000}   1000  90000    0    0`),
);
const sar = logOf(
  'Linux 5.15.0 (db7) \t11/12/2026 \t_x86_64_\t(8 CPU)',
  '',
  '08:00:01 AM     CPU     %user   %system   %iowait     %idle',
  rows(100, (i, clock) => `${clock} AM     all      5.10      1.20     ${i === 42 ? '61.25' : '2.10'}     80.00`),
);
const events = logOf(
  'CEF:0|Check Point|VPN-1|R81|Accept|Accept|5|src=10.2.0.1 dst=203.0.113.1 spt=100 dpt=443 act=Accept msg=Rule 1 hit by host a',
  rows(
    60,
    (i) =>
      `CEF:0|Check Point|VPN-1|R81|Drop|Drop|5|src=10.2.0.${i % 2 === 0 ? 9 : i} dst=203.0.113.1 spt=${i} dpt=${i % 3 === 0 ? 22 : 3389} act=${i % 4 === 0 ? 'Accept' : 'Drop'} msg=Rule ${i} hit by host b`,
  ),
);

const tags = logOf(
  'Zeit;Tag;Wert;Einheit;Qualitaet',
  rows(
    120,
    (i, clock) =>
      `03.06.2026 ${clock};${i % 2 ? 'P102.MOT_TEMP;' : 'LIC101.LEVEL;'}${i === 61 ? '105.4' : `5${i % 10}.1`};${i % 2 ? 'C' : '%'};GOOD`,
  ),
);
const units = logOf(
  'time,unit,supply_temp_c,filter_dp_pa,state',
  rows(120, (i, clock) => `2026-01-15 ${clock},AHU-${(i % 2) + 1},17.${i % 10},${i % 2 ? 160 + (i % 9) : 90},RUN`),
);
const battery = logOf(
  rows(
    80,
    (i, clock) =>
      `2026-01-01 ${clock} STATUS ONLINE LOADPCT 27.${i % 9} BCHARGE ${i === 33 ? '11.6' : '100.0'} TIMELEFT 38`,
  ),
  '2026-01-01 10:00:00 UPS Self Test completed: Battery failure.',
);
const wafers = logOf(
  'ts,wafer,site,bin,result',
  rows(200, (i, clock) => `2026-02-10 ${clock},W0${i % 7},${(i % 4) + 1},${i % 9},${i % 8 === 2 ? 'FAIL' : 'PASS'}`),
);
const ftp = logOf(
  '#Fields: date time c-ip cs-username cs-method cs-uri-stem sc-status time-taken',
  rows(
    60,
    (i, clock) =>
      `2026-02-24 ${clock} 10.1.1.${i % 5} user${i % 5} ${i === 23 ? 'DELE /out/prices.csv 250' : `RETR /out/f${i}.xml 226`} ${i === 41 ? 1_184_220 : 90}`,
  ),
);

describe('columns have the names that a header or a known writer gives them', () => {
  it.each([
    ['which url is the slowest on average?', iis, /^`\/slow\.aspx` is the slowest: average 2,600 ms/],
    ['which url sends the most bytes', iis, /^`\/big\.zip` is the largest/],
    ['what share of requests failed?', iis, /^2 %: 4 of 200/],
    ['which station has the longest cycle time on average?', station, /^`ST3` is the slowest: average 20\.5 s/],
    ['average torque', station, /average 40\.45/],
    ['top 1 blocked source addresses w/ counts', flows, /`198\.51\.100\.7`.* 40 lines with action `deny`/],
    ['top destination ports of blocked traffic', flows, /`3389`/],
    ['who sent the most bytes?', flows, /^`10\.0\.0\.11` is the largest/],
    ['who received the most bytes?', flows, /^`10\.0\.0\.4` is the largest/],
    ['who downloaded the most bytes?', proxy, /^`10\.5\.1\.17` is the largest: total 80/],
    ['which site was denied most often?', proxy, /`casino\.example`/],
    ['which server is slowest on average', balancer, /^`app1` is the slowest: average 950 ms/],
    ['what is the lowest free memory', memory, /^Lowest `free`: 259,000/],
    ['when was iowait highest?', sar, /`%iowait`: 61\.25/],
    ['top destination port of dropped traffic', events, /`3389` leads/],
    ['max motor temperature', tags, /^Highest `P102\.MOT_TEMP`: 105\.4/],
    ['highest filter pressure per unit?', units, /`AHU-2` is the highest: 168 at .*`AHU-1` 90/],
    ['lowest battery charge we ever saw', battery, /^Lowest `bcharge`: 11\.6/],
    ['which test site produces so many fails', wafers, /`3`.*25 (?:of 25 )?failing lines/],
    ['yield per site please', wafers, /100 %|highest share/],
    ['who deleted prices.csv, and when?', ftp, /^`user3`/],
    ['slowest transfer of the day', ftp, /^Longest `time-taken`: 1,184,220 ms \(19 min 44 s\)/],
  ])('%s', async (question, log, told) => {
    const { headline } = await ask(log, question);
    expect(headline.replace(/^\**\w+: /, '')).toMatch(told);
  });
});

it('tells the message, the level and the sender of records without a header', () => {
  const lines = rows(
    20,
    (i, clock) => `15.11.2026|${clock}|PRD_00|WP0${i % 9}|U${i}|ERROR|Update terminated: lock entry held`,
  );
  expect(fieldsOf(lines[3]!, layoutOf(lines))).toMatchObject({
    message: 'Update terminated: lock entry held',
    severity: 'error',
  });
});

it('reads the names within the text of an exported Windows event', () => {
  const lines = rows(
    5,
    (i, clock) =>
      `Information,20.11.2026 ${clock},Auditing,4625,Logon,"An account failed to log on. Account Name: u${i} Workstation Name: WS-1"`,
  );
  const { fields } = fieldsOf(
    lines[2]!,
    layoutOf(['Level,Date and Time,Source,Event ID,Task Category,Description', ...lines]),
  );
  expect([fields.get('account_name'), fields.get('workstation_name'), fields.get('Event ID')]).toEqual([
    'u2',
    'WS-1',
    4625,
  ]);
});

it('takes prose with commas for no table', () => {
  const lines = ['Started, ready, waiting', 'Stopped, since 3 errors came, again', 'Done', 'Went, well, 4 times'];
  expect(layoutOf(lines)).toBeUndefined();
});
