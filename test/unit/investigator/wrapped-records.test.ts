import { expect, it } from 'vitest';
import { fieldsOf } from '../../../src/service/investigator/facts/lines/fields-of.ts';

const otlp = (records: unknown[]) =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'orders' } }] },
        scopeLogs: [{ scope: { name: 'x' }, logRecords: records }],
      },
    ],
  });

it('reads of an OpenTelemetry export the gravest record, its words, level and service', () => {
  const fields = fieldsOf(
    otlp([
      { severityNumber: 9, severityText: 'INFO', body: { stringValue: 'retrying' } },
      { severityNumber: 17, body: { stringValue: 'database timed out' } },
    ]),
  );
  expect(fields).toMatchObject({ message: 'database timed out', severity: 'error', source: 'orders' });
});

it("reads the program's own line out of Docker's record", () => {
  const line = JSON.stringify({
    log: '2026-11-01 10:00:00 ERROR [pay] charge failed for order=12\n',
    stream: 'stderr',
    time: '2026-11-01T10:00:00.5Z',
  });
  const fields = fieldsOf(line);
  expect(fields).toMatchObject({ message: 'charge failed for order=12', severity: 'error', source: 'pay' });
  expect(fields.fields.get('order')).toBe(12);
});

it('finds message and level one level down', () => {
  const line = '{"timestamp":"2026-11-01T10:00:00Z","fields":{"message":"lost lease","level":"WARN"},"target":"agent"}';
  expect(fieldsOf(line)).toMatchObject({ message: 'lost lease', severity: 'warning' });
});

it('takes no harm from an envelope of odd values', () => {
  for (const odd of [[null], [{ scopeLogs: 'x' }], [{ scopeLogs: [{ logRecords: [1, { body: 2 }] }] }]]) {
    expect(() => fieldsOf(JSON.stringify({ resourceLogs: odd }))).not.toThrow();
  }
});
