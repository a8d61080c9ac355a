import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const forms = {
  sentence: [
    '2026-04-18 07:54:40 INFO  flow_cap=300 l/min (from file)',
    '2026-04-18 09:10:00 INFO  valve V-3 RUN',
    '2026-04-18 12:33:12 INFO  parameter flow_cap: 300 -> 250 l/min, requested by j.maurer',
    '2026-04-18 13:00:00 INFO  valve V-3 STOP',
    '2026-04-18 15:02:41 INFO  parameter flow_cap: 250 -> 180 l/min, requested by ops.pia',
  ],
  doer: [
    '2026-04-18 07:54:40 INFO  config: flow_cap = 300 l/min',
    '2026-04-18 12:33:12 INFO  j.maurer changed flow_cap from 300 to 250 l/min',
    '2026-04-18 13:00:00 INFO  sync changed state from idle to busy',
    '2026-04-18 15:02:41 INFO  ops.pia changed flow_cap from 250 to 180 l/min',
  ],
  fields: [
    'ts=2026-04-18T07:54:40Z level=info msg="config value read" name=flow_cap value=300',
    'ts=2026-04-18T12:33:12Z level=info msg="parameter updated" name=flow_cap old=300 new=250 by=j.maurer',
    'ts=2026-04-18T13:00:00Z level=info msg="parameter updated" name=idle_time old=5 new=9 by=ada',
    'ts=2026-04-18T15:02:41Z level=info msg="parameter updated" name=flow_cap old=250 new=180 by=ops.pia',
  ],
};
const ask = askLogs({
  sentence: ['plant.log', forms.sentence],
  doer: ['plant.log', forms.doer],
  fields: ['plant.log', forms.fields],
});

for (const form of Object.keys(forms)) {
  it.each([
    ['Who was the last to change the flow cap?', /ops\.pia/],
    ['By whom was the flow cap most recently altered?', /ops\.pia/],
    ['who changed flow_cap last', /ops\.pia/],
    ['Who set the flow cap to 250?', /j\.maurer/],
    ['Which person put the flow cap at 250?', /j\.maurer/],
    ['flow_cap -> 250 by whom', /j\.maurer/],
    ['How many times was the flow cap changed?', /^\*\*\w+: 2 /],
    ['flow_cap changes count', /^\*\*\w+: 2 /],
  ])(`reads who changed a setting where lines tell it by ${form}: %s`, async (question, expected) => {
    const { headline, verdict } = await ask(form, question);
    expect(headline).toMatch(expected);
    expect(verdict).not.toBe('INCONCLUSIVE');
  });
}

const units = askLogs({
  units: [
    'plant.log',
    [
      '2026-04-18 07:54:40 INFO  pressure limits loaded, pause 30 min, crews 4',
      '2026-04-18 10:33:12 INFO  pause set to 40 min by j.maurer (was 30)',
      '2026-04-18 12:33:12 INFO  crews set to 6 by ada (was 4)',
      '2026-04-18 15:02:41 INFO  pause set to 20 min by ops.pia (was 40)',
    ],
  ],
});
it.each([
  ['Who set the pause to 40?', /j\.maurer/],
  ['who changed pause last', /ops\.pia/],
  ['Who was the last to change the crews?', /ada/],
])('knows a setting of one word, and its value without the unit: %s', async (question, expected) => {
  expect((await units('units', question)).headline).toMatch(expected);
});
