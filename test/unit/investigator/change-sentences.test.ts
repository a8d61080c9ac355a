import { expect, it } from 'vitest';
import { doerIn } from '../../../src/service/investigator/facts/doers.ts';
import { pairsIn } from '../../../src/service/investigator/facts/lines/pairs-in.ts';
import { settingIn } from '../../../src/service/investigator/facts/settings-told.ts';
import { turnIn } from '../../../src/service/investigator/facts/turns.ts';

/** What was it, what is it, of which setting, by whom. */
it.each([
  ['lamp mode set to eco by ada, was full', ['full', 'eco', 'lamp mode', 'ada']],
  ['ada.k changed dwell time from 15 to 19', ['15', '19', 'dwell time', 'ada.k']],
  ['rota set to night by op3, was guest', ['guest', 'night', 'rota', 'op3']],
  ['setting glaze dose: 288 -> 44 (by Ines)', ['288', '44', 'glaze dose', 'Ines']],
  ['parameter "belt speed" altered from 60 to 30 by operator Brandt', ['60', '30', 'belt speed', 'Brandt']],
  ['runtime flag maxConns now 50, formerly 100, actor sre-ada', ['100', '50', 'maxconns', 'sre-ada']],
  ['STORE-A policy item keep_weeks set to 2 by root, old value 26', ['26', '2', 'keep_weeks', 'root']],
  ['vault wrote configuration key MaxCurrent: 16 (old 32)', ['32', '16', 'maxcurrent', 'vault']],
  ['"work_mem" changed to "4" (previous "128") by dba_ada', ['128', '4', 'work_mem', 'dba_ada']],
  ['Variable chunk_rows edited by ada: 5000 -> 50000', ['5000', '50000', 'chunk_rows', 'ada']],
  ['limit risk_tier moved 1 -> 4 user=ada', ['1', '4', 'risk_tier', 'ada']],
  ['TC coding old=RS new=turbo operator=DESK1', ['RS', 'turbo', 'coding', 'DESK1']],
  ['ada set quiet_start to 21:30 (was 22:00)', ['22:00', '21:30', 'quiet_start', 'ada']],
  ['Dr.Ada adjusted qc_interval: 30 > 120', ['30', '120', 'qc_interval', 'Dr.Ada']],
  ['tunable ack_mode batch=>manual via console', ['batch', 'manual', 'ack_mode', 'console']],
  ['pref theme: light -> dark (source user)', ['light', 'dark', 'theme', 'user']],
  // What has states is no setting, whatever is said of it.
  ['kiln kiln-B now firing (was cold)', ['cold', 'firing', undefined, undefined]],
  ['Centrifuge5 mode STANDBY (from WASH)', ['WASH', 'STANDBY', undefined, undefined]],
  ['Mart sales_mart set to frozen; it was fresh', ['fresh', 'frozen', undefined, undefined]],
  ['partition p1 leader=node-2 was=node-1', ['node-1', 'node-2', undefined, undefined]],
  // What is read from a file was nothing before.
  ['retention set to 300 (from file)', [undefined, undefined, undefined, undefined]],
])('%s', (message, told) => {
  const values = pairsIn(message);
  const turned = turnIn(message, values);
  const doer = turned === undefined ? undefined : doerIn(message, values);
  expect([turned?.from, turned?.to, settingIn(turned, message, values), doer]).toEqual(told);
});
