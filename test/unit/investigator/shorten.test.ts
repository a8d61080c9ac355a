import { expect, it } from 'vitest';
import { shorten } from '../../../src/service/investigator/detect/shorten.ts';

it('keeps the words that say why and leaves out ids, positions and addresses', () => {
  const replica =
    "Worker 3 failed executing transaction '3e11fa47:99182' at source log binlog.004412, end_log_pos 88123901; Could not execute Write_rows event on table erp.invoice; Duplicate entry '2026-88123' for key 'invoice_no', Error_code: 1062";
  expect(shorten(replica, 110)).toMatch(/^Worker 3 failed.* … Duplicate entry '2026-88123' for key 'invoice_no'/);
  const mail =
    '49770FF771: to=<u4845@mail.example>, relay=mx.mail.example[192.0.2.33]:25, delay=1.4, dsn=5.7.1, status=bounced (host mx.mail.example[192.0.2.33] said: 550 5.7.1 Service unavailable, Client host [198.51.100.25] blocked using a list. (in reply to MAIL FROM))';
  expect(shorten(mail, 110)).toMatch(/blocked using a list/);
  const instance =
    'api [req-be68fa4d-a1fc-ff32-44e7-eea3db7f7b65 admin demo] Failed to schedule instances: NoValidHost: No valid host was found.';
  expect(shorten(instance, 110)).toBe('api Failed to schedule instances: NoValidHost: No valid host was found.');
});

it('never breaks off where it is about to say why', () => {
  const blocked =
    '[es-1] unexpected error while indexing: ClusterBlockException[index [logs-app-2026.11.09] blocked by: [12/disk usage exceeded flood-stage watermark, index is read-only];]';
  expect(shorten(blocked, 110)).toMatch(/flood-stage watermark/);
  expect(shorten(blocked, 110).length).toBeLessThanOrEqual(112);
});

it('leaves short text as it is', () => {
  expect(shorten('disk  is   full', 110)).toBe('disk is full');
});
