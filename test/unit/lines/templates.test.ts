import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexDocument } from '#service/lines/index-document.ts';
import { openIndex } from '#service/lines/index-reader.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'templates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The template of each line, as small numbers in order of appearance. */
async function groupsOf(lines: readonly string[]): Promise<number[]> {
  const path = join(folder, 'log');
  writeFileSync(path, `${lines.join('\n')}\n`);
  await indexDocument({ path, indexPath: join(folder, 'index') });
  const index = await openIndex(join(folder, 'index'));
  const seen = new Map<number, number>();
  const groups: number[] = [];
  for (let at = 0; at < index.blocks.length; at++) {
    for (const form of (await index.block(at)).forms) {
      const template = index.templateOfForm[form]!;
      if (!seen.has(template)) seen.set(template, seen.size);
      groups.push(seen.get(template)!);
    }
  }
  await index.close();
  return groups;
}

/** Lines by the wording they are of; grouping must give back exactly these wordings, with and without a head. */
const wordings: Record<string, { head: (i: number) => string; groups: string[][] }> = {
  'a distributed file system': {
    head: (i) => `081109 2036${10 + i} ${140 + i} INFO dfs.DataNode$PacketResponder: `,
    groups: [
      [
        'PacketResponder 1 for block blk_38865049064139660 terminating',
        'PacketResponder 0 for block blk_-6952295868487656571 terminating',
      ],
      [
        'Receiving block blk_-1608999687919862906 src: /10.250.19.102:54106 dest: /10.250.19.102:50010',
        'Receiving block blk_7503483334202473044 src: /10.251.215.16:55695 dest: /10.250.19.102:50010',
      ],
      ['BLOCK* ask 10.250.7.230:50010 to delete  blk_1 blk_2 blk_3', 'BLOCK* ask 10.250.7.230:50010 to delete  blk_77'],
      ['Verification succeeded for blk_-4980916519894289629', 'Verification succeeded for blk_1'],
    ],
  },
  'a proxy client': {
    head: (i) => `[10.30 16:49:${10 + i}] chrome.exe - `,
    groups: [
      [
        'proxy.example.edu:5070 close, 0 bytes sent, 0 bytes received, lifetime 00:01',
        'proxy.example.edu:5070 close, 1165 bytes (1.13 KB) sent, 815 bytes received, lifetime <1 sec',
        'play.google.com:443 close, 451 bytes sent, 18846 bytes (18.4 KB) received, lifetime 00:03',
      ],
      [
        'proxy.example.edu:5070 open through proxy proxy.example.edu:5070 HTTPS',
        'a.qq.com:443 open through proxy proxy.example.edu:5070 HTTPS',
      ],
      ['p3p.sogou.com:80 open through proxy 10.1.1.1:1080 SOCKS5'],
    ],
  },
  'a secure shell': {
    head: (i) => `Dec 10 06:55:${10 + i} LabSZ sshd[${24200 + i}]: `,
    groups: [
      [
        'Invalid user webmaster from 173.234.31.186',
        'Invalid user test9 from 52.80.34.196',
        'Invalid user pgadmin from 1.2.3.4',
        'Invalid user admin from 1.2.3.4',
      ],
      ['pam_unix(sshd:auth): check pass; user unknown'],
      [
        'Failed password for root from 60.2.12.12 port 10217 ssh2',
        'Failed password for mysql from 60.2.12.12 port 10217 ssh2',
        'Failed password for git from 60.2.12.12 port 1017 ssh2',
        'Failed password for uucp from 60.2.12.12 port 117 ssh2',
        'Failed password for ftp from 60.2.12.12 port 117 ssh2',
      ],
      [
        'Failed password for invalid user magnos from 187.141.143.180 port 55517 ssh2',
        'Failed password for invalid user 0 from 187.141.143.180 port 5 ssh2',
        'Failed password for invalid user jay from 187.141.143.180 port 517 ssh2',
      ],
      ['Disconnecting: Too many authentication failures for admin [preauth]'],
      ['Disconnecting: Too many authentication failures for root [preauth]'],
      ['Received disconnect from 104.192.3.34: 11: Bye Bye [preauth]'],
      ['Received disconnect from 104.192.3.34: 11: disconnected by user'],
    ],
  },
  'a system log': {
    head: (i) => `Jun 23 01:41:${10 + i} combo sshd(pam_unix)[${18969 + i}]: `,
    groups: [
      [
        'connection from 210.245.165.136 () at Wed Jun 22 13:16:32 2005 ',
        'connection from 82.252.162.81 (lns-vlq-45.adsl.proxad.net) at Mon Jul 18 03:26:49 2005 ',
      ],
      [
        'session opened for user cyrus by (uid=0)',
        'session opened for user news by (uid=0)',
        'session opened for user test by (uid=509)',
      ],
      [
        'authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=218.22.3.51 ',
        'authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=massive.merukuru.org ',
      ],
      [
        'authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=218.22.3.51  user=root',
        'authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=troi.bluesky-technologies.com  user=root',
      ],
      [
        'User unknown timed out after 900 seconds at Sat Jul  9 13:15:11 2005',
        'User unknown timed out after 900 seconds at Sun Jul 10 16:13:52 2005',
      ],
      ['cupsd startup succeeded'],
      ['cupsd shutdown succeeded'],
      ['hcid startup succeeded'],
      ['klogd startup succeeded'],
      ['portmap startup succeeded'],
    ],
  },
  'a supercomputer': {
    head: (i) =>
      `- 11178385${70 + i} 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.675872 R02-M1-N0-C:J12-U11 RAS KERNEL INFO `,
    groups: [
      ['instruction cache parity error corrected'],
      ['generating core.2275', 'generating core.862'],
      ['program interrupt: illegal instruction......0', 'program interrupt: illegal instruction......1'],
      ['program interrupt: fp cr update.............0', 'program interrupt: fp cr update.............1'],
      ['CE sym 2, at 0x0b85eee0, mask 0x05', 'CE sym 8, at 0x1438f9e0, mask 0x40'],
      ['63543 double-hummer alignment exceptions', '141 double-hummer alignment exceptions'],
      ['ciod: Error loading /home/glosli/src/ddcMD: invalid or missing program image, Permission denied'],
      [
        'ciod: Error loading /bgl/apps/followup: invalid or missing program image, Exec format error',
        'ciod: Error loading /g/g24/buber/Yunsic/BlueGene/xxx: invalid or missing program image, Exec format error',
      ],
      ['torus receiver x+ input pipe error(s) (dcr 0x02ec) detected and corrected'],
      ['torus receiver z- input pipe error(s) (dcr 0x02ec) detected and corrected'],
    ],
  },
  'a desktop': {
    head: (i) => `Jul  4 17:12:${10 + i} calvisitor-10-105-162-105 com.apple.cts[${258 + i}]: `,
    groups: [
      [
        "com.apple.icloud.fmfd.heartbeat: scheduler_evaluate_activity told me to run this job; however, but the start time isn't for 151433 seconds.  Ignoring.",
        "com.apple.SoftwareUpdate.Activity: scheduler_evaluate_activity told me to run this job; however, but the start time isn't for 3226 seconds.  Ignoring.",
        "com.apple.suggestions.harvest: scheduler_evaluate_activity told me to run this job; however, but the start time isn't for 40 seconds.  Ignoring.",
      ],
      [
        'ARPT: 711749.913729: IOPMPowerSource Information: onSleep,  SleepType: Normal Sleep',
        'ARPT: 712918.575461: IOPMPowerSource Information: onSleep,  SleepType: Normal Sleep',
      ],
      [
        '17:13:03.545 : Starting AirDrop server for user 501 on wake',
        '18:35:05.187 : Starting AirDrop server for user 501 on wake',
      ],
      ['[14:36:08.077] <<<< Boss >>>> figPlaybackBossPrerollCompleted: unexpected preroll-complete notification'],
      ['Sandbox: com.apple.Addres(35110) deny(1) network-outbound /private/var/run/mDNSResponder'],
    ],
  },
  'a component manager': {
    head: (i) => `13468${i % 10} node-24${i % 7} unix.hw state_change.unavailable 10778047${42 + i} 1 `,
    groups: [
      [
        'Component State Change: Component \\042alt0\\042 is in the unavailable state (HWID=3180)',
        'Component State Change: Component \\042SCSI-WWID:01000010:6005-08b4\\042 is in the unavailable state (HWID=2378)',
      ],
      ['boot (command 1911)', 'boot (command 2001)'],
      ['wait (command 1911)'],
      ['running'],
      ['psu failure\\ ambient=29', 'psu failure\\ ambient=31'],
      ['Temperature (41C) exceeds warning threshold', 'Temperature (39C) exceeds warning threshold'],
      [
        'Link error on broadcast tree Interconnect-0T00:00:0:0',
        'Link error on broadcast tree Interconnect-1T00:00:2:3',
      ],
    ],
  },
  'a servicing stack': {
    head: (i) => `2016-09-28 04:30:${10 + i}, Info                  CBS    `,
    groups: [
      [
        'Loaded Servicing Stack v6.1.7601.23505 with Core: C:\\Windows\\winsxs\\amd64_x\\cbscore.dll',
        'Loaded Servicing Stack v6.1.7601.2 with Core: C:\\Windows\\winsxs\\amd64_y\\cbscore.dll',
      ],
      ['Ending TrustedInstaller initialization.'],
      ['Starting TrustedInstaller finalization.'],
      ['SQM: Failed to start standard sample upload. [HRESULT = 0x80004005 - E_FAIL]'],
      [
        'Session: 30546173_4261722401 initialized by client WindowsUpdateAgent.',
        'Session: 30546354_3246258974 initialized by client WindowsUpdateAgent.',
      ],
      ['Session: 30546173_4261722401 initialized by client SPP.'],
    ],
  },
  'a cluster head': {
    head: (i) =>
      `- 11315664${61 + i} 2005.11.09 dn228 Nov 9 12:01:${10 + i} dn228/dn228 crond(pam_unix)[${2915 + i}]: `,
    groups: [
      ['session closed for user root'],
      ['session opened for user root by (uid=0)'],
      ['DHCPDISCOVER from 00:11:43:e3:ba:c3 via eth1', 'DHCPDISCOVER from aa:bb:cc:dd:ee:ff via eth1'],
      ['synchronized to 10.100.22.250, stratum 3', 'synchronized to 10.100.20.250, stratum 3'],
      ['registered new driver hub'],
      ['registered new driver usbfs'],
      ['registered new driver hiddev'],
      ['registered new driver usbhid'],
    ],
  },
  'a step counter': {
    head: (i) => `20171223-22:15:${10 + i}:606|Step_LSC|30002312|`,
    groups: [
      ['onStandStepChanged 3579', 'onStandStepChanged 3601'],
      ['onExtend:1514038530000 14 0 4', 'onExtend:1514038531000 0 0 4'],
      ['calculateCaloriesWithCache totalCalories=126775', 'calculateCaloriesWithCache totalCalories=126797'],
      ['calculateAltitudeWithCache totalAltitude=240'],
      [
        'getTodayTotalDetailSteps = 1514038440000##6993##548365##8661##12266##27164404',
        'getTodayTotalDetailSteps = 1514038440000##7008##548365##8661##12361##27173954',
      ],
      ['processHandleBroadcastAction action:android.intent.action.SCREEN_ON'],
      ['processHandleBroadcastAction action:android.intent.action.TIME_TICK'],
      ['flush sensor data'],
    ],
  },
  'a web server': {
    head: (i) => `[Sun Dec 04 04:47:${10 + i} 2005] [notice] `,
    groups: [
      ['workerEnv.init() ok /etc/httpd/conf/workers2.properties'],
      ['jk2_init() Found child 6725 in scoreboard slot 10', 'jk2_init() Found child 6726 in scoreboard slot 8'],
      ['mod_jk child workerEnv in error state 6', 'mod_jk child workerEnv in error state 7'],
      [
        '[client 222.166.160.184] Directory index forbidden by rule: /var/www/html/',
        '[client 63.13.186.196] Directory index forbidden by rule: /var/www/html/',
      ],
    ],
  },
  'an executor': {
    head: (i) => `17/06/09 20:10:${10 + i} INFO storage.MemoryStore: `,
    groups: [
      [
        'Block broadcast_4 stored as values in memory (estimated size 384.0 B, free 317.5 KB)',
        'Block broadcast_9_piece0 stored as values in memory (estimated size 5.5 KB, free 1.2 MB)',
      ],
      ['Block broadcast_4_piece0 stored as bytes in memory (estimated size 93.0 B, free 317.6 KB)'],
      ['mapred.tip.id is deprecated. Instead, use mapreduce.task.id'],
      ['mapred.task.id is deprecated. Instead, use mapreduce.task.attempt.id'],
      ['mapred.job.id is deprecated. Instead, use mapreduce.job.id'],
      ["Successfully started service 'sparkExecutorActorSystem' on port 55904."],
      ["Successfully started service 'org.apache.spark.network.netty.NettyBlockTransferService' on port 40984."],
      ['Times: total = 41, boot = 17, init = 24, finish = 0', 'Times: total = 40, boot = -82, init = 122, finish = 0'],
    ],
  },
  'an election': {
    head: (i) =>
      `2015-07-29 17:41:${10 + i},747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - `,
    groups: [
      ['Notification time out: 3200', 'Notification time out: 60000'],
      [
        'Notification: 2 (n.leader), 0x500 (n.zxid), 0x1 (n.round), LOOKING (n.state), 2 (n.sid), 0x5 (n.peerEPoch), FOLLOWING (my state)',
      ],
      [
        'Notification: 2 (n.leader), 0x500 (n.zxid), 0x1 (n.round), LOOKING (n.state), 2 (n.sid), 0x5 (n.peerEPoch), LEADING (my state)',
      ],
      ['Accepted socket connection from /10.10.34.19:33442', 'Accepted socket connection from /10.10.34.11:45307'],
      ['Connection broken for id 188978561024, my id = 1, error ='],
    ],
  },
  'a phone': {
    head: (i) => `03-17 16:13:${10 + i}.811  1702  2395 D PowerManagerService: `,
    groups: [
      [
        'acquire lock=233570404, flags=0x1, tag="View Lock", name=com.android.systemui, ws=null, uid=10037, pid=2227',
        'acquire lock=166121161, flags=0x1, tag="RILJ_ACK_WL", name=com.android.phone, ws=null, uid=1001, pid=2626',
        'acquire lock=189667585, flags=0x0, tag="*launch*", name=android, ws=WorkSource{10113}, uid=1000, pid=2227',
        'acquire lock=18966, flags=0x0, tag="AudioMix", name=com.tencent.qt, ws=WorkSource{10113}, uid=1000, pid=2227',
      ],
      ['getRunningAppProcesses: caller 10113 does not hold REAL_GET_TASKS; limiting output'],
      ['getTasks: caller 10113 does not hold REAL_GET_TASKS; limiting output'],
      ['animateCollapsePanels:flags=0, force=false, delayed=false, mExpandedVisible=false'],
      ['animateCollapsePanels:flags=0, force=false, delayed=false, mExpandedVisible=true'],
      [
        'remove(PendingIntent{e4e2534: PendingIntentRecord{e204f60 com.android.phone broadcastIntent}}) changed bounds; rebatching',
        'remove(PendingIntent{1749923: PendingIntentRecord{9600e20 com.tencent.mobile broadcastIntent}}) changed bounds; rebatching',
      ],
      ['abandonAudioFocus'],
      ['cancelAutohide'],
      ['closeQs'],
    ],
  },
  'a batch cluster': {
    head: (i) => `2015-10-18 18:01:${10 + i},978 INFO [main] org.apache.hadoop.mapreduce.v2.app.MRAppMaster: `,
    groups: [
      [
        'Registering class org.apache.hadoop.mapreduce.jobhistory.EventType for class org.apache.hadoop.mapreduce.jobhistory.JobHistoryEventHandler',
        'Registering class org.apache.hadoop.mapreduce.v2.app.job.event.JobEventType for class org.apache.hadoop.mapreduce.v2.app.MRAppMaster$JobEventDispatcher',
      ],
      ['attempt_1445144423722_0020_m_000001_0 TaskAttempt Transitioned from NEW to UNASSIGNED'],
      ['attempt_1445144423722_0020_m_000001_0 TaskAttempt Transitioned from UNASSIGNED to ASSIGNED'],
      ['attempt_1445144423722_0020_m_000001_0 TaskAttempt Transitioned from ASSIGNED to RUNNING'],
      [
        'Progress of TaskAttempt attempt_1445144423722_0020_m_000001_0 is : 0.1',
        'Progress of TaskAttempt attempt_1445144423722_0020_m_000002_0 is : 1.0',
      ],
    ],
  },
  'a compute cloud': {
    head: (i) =>
      `nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:${10 + i}.500 2931 INFO nova.compute.manager [req-3ea4052c-895d-4b64-9e2d-04d64c4d94ab - - - - -] `,
    groups: [
      [
        '[instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] VM Started (Lifecycle Event)',
        '[instance: 96abccce-8d1f-4e07-b6d1-4b2ab87e23b4] VM Started (Lifecycle Event)',
      ],
      ['[instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] VM Paused (Lifecycle Event)'],
      [
        '[instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] Took 20.58 seconds to build instance.',
        '[instance: b9000564-fe1a-409b-b8cc-1e88b294cd1d] Took 1.5 seconds to build instance.',
      ],
      [
        '10.11.10.1 "GET /v2/54fadb412c4e40cdbaed9335e4c35a9e/servers/detail HTTP/1.1" status: 200 len: 1893 time: 0.2477829',
        '10.11.21.143,10.11.10.1 "GET /latest/meta-data/instance-id HTTP/1.1" status: 200 len: 127 time: 0.0008171',
      ],
      [
        '10.11.10.1 "POST /v2/54fadb412c4e40cdbaed9335e4c35a9e/os-server-external-events HTTP/1.1" status: 200 len: 380 time: 0.0924680',
      ],
    ],
  },
};

describe('values of any shape', () => {
  it.each<[string, string[][]]>([
    [
      'addresses, names and masked ones in one place',
      [
        [
          'clock follows 10.3.4.5, stratum 2',
          'clock follows LOCAL(0), stratum 10',
          'clock follows #7#, stratum 1',
          'clock follows fe80::1ff:fe23:4567:890a, stratum 1',
          'clock follows 2001:db8:85a3:8d3:face:8a2e:370:7348, stratum 3',
        ],
        ['clock lost'],
      ],
    ],
    [
      'lists of any length',
      [
        ['members m-1 0x1 <ok>', 'members m-1 0x1 <ok> m-2 0x3 <ok>', 'members m-4 0x1 <ok> m-5 0x3 <ok> m-6 0x3 <ok>'],
        ['booting rack-a[1,3-5]', 'booting rack-a7', 'booting rack-[2]'],
      ],
    ],
    [
      'quoted, relative and masked values',
      [
        ['hostname set to "printer.local"', 'hostname set to "10-4-5-6.example.org"'],
        ['cannot load ./bin/tool: no such file', 'cannot load /opt/tool/run: no such file'],
        ['call ended, peer = ****4321.', 'call ended, peer = 8872134.'],
        ['chdir(/srv/7) failed: no such file', 'chdir(work) failed: no such file'],
      ],
    ],
    [
      'keys that have no value at times',
      [
        [
          'acquire lock=17, name=com.example.app, source=null, pid=3',
          'acquire lock=18, name=com.example.chat, source=null, pid=4',
          'acquire lock=19, name=system, source=Source{7}, pid=4',
        ],
        ['recent: count=4,flags=6'],
        [
          'recent: top=Info{com.example/.Main}',
          'recent: top=Info{org.example/.Chat}',
          'recent: top=Info{net.example/.Start}',
        ],
        ['panel: shown=true'],
        ['panel: shown=false'],
      ],
    ],
    [
      'reasons that end in numbers',
      [
        ['capture 17 for reason = AuthFail:status:5'],
        ['capture 18 for reason = RoamFail:status:1'],
        ['capture 19 for reason = LinkDown:status:0'],
      ],
    ],
    [
      'verbs of one command',
      [
        ['3 1 clusterAdd (command 7)'],
        ['5 1 nodeBoot (command 8)'],
        ['6 1 nodeHalt (command 9)'],
        ['7 1 wait (command 9)'],
      ],
    ],
  ])('keeps %s apart from words', async (_, groups) => {
    const expected = groups.flatMap((group, index) => group.map(() => index));
    expect(await groupsOf(groups.flat())).toEqual(expected);
  });

  it('looks past the name of a thread, however long', async () => {
    const thread = `DataStreamer for file /tmp/staging/${'job_14451/'.repeat(12)}1.jhist block BP-13:blk_1073_27`;
    const groups = await groupsOf([
      '2026-10-18 18:05:27,570 WARN [main] org.example.Client: Address changed. Old: a-1/10.1.1.1 New: b-2:9000',
      `2026-10-18 18:05:57,024 WARN [${thread}] org.example.Client: Address changed. Old: a-1/10.1.1.1 New: b-2:9000`,
    ]);
    expect(groups).toEqual([0, 0]);
  });
});

describe('templates', () => {
  for (const [name, { head, groups }] of Object.entries(wordings)) {
    const expected = groups.flatMap((group, index) => group.map(() => index));
    it(`groups the messages of ${name}`, async () => {
      expect(await groupsOf(groups.flat())).toEqual(expected);
    });
    it(`groups the lines of ${name} whatever stands before the message`, async () => {
      expect(await groupsOf(groups.flat().map((message, i) => head(i) + message))).toEqual(expected);
    });
  }
});
