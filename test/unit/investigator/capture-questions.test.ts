import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/service/formats/reading.ts';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const packets = `2024-05-01T10:00:00.000000Z 10.0.0.2:40000 > 10.0.0.9:443 SYN, 74 bytes on the wire [eth:ip:tcp]
2024-05-01T10:00:00.001000Z 10.0.0.9:443 > 10.0.0.2:40000 SYN ACK, 74 bytes on the wire [eth:ip:tcp]
2024-05-01T10:00:04.000000Z 10.0.0.9:443 > 10.0.0.2:40000 RST, 54 bytes on the wire [eth:ip:tcp]
`;
const reset: Finding = {
  rule: 'tcp.reset',
  title: '10.0.0.9:443 resets 1 established connection',
  explanation: 'The connection was open and was cut with RST instead of being closed.',
  severity: 'error',
  role: 'symptom',
  certainty: 'certain',
  count: 1,
  evidence: [{ document: 'x.pcap#packets', lineStart: 3, lineEnd: 3 }],
};

async function ask(question: string): Promise<string> {
  const { file, openLines } = textFile(
    { 'x.pcap#packets': packets },
    {
      fileType: 'pcap',
      findings: [reset],
      capture: { packets: 3, protocols: { eth: 3, ip: 3, tcp: 3 }, conversations: 1 },
    },
  );
  Object.assign(file.reading.documents[0]!, { fileType: 'pcap' });
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  return `${report.verdict}: ${report.cause}`;
}

describe('questions about a capture', () => {
  it.each(['which host resets?', 'any resets?', 'why does the connection fail?'])(
    'tells what the reader of the packets found: %s',
    async (question) => {
      expect(await ask(question)).toBe(`CONFIRMED: ${reset.title}`);
    },
  );

  it.each([
    ['any retransmissions?', 'No retransmission was found among the 3 packets of that protocol'],
    [
      'is TLS ok?',
      'No TLS alert or outdated version was found, and no packet of that protocol is in this capture: it holds eth (3), ip (3), tcp (3)',
    ],
  ])('says in which packets a trouble was looked for: %s', async (question, answer) => {
    expect(await ask(question)).toBe(`INCONCLUSIVE: ${answer}`);
  });

  it.each([
    ['how many packets are there?', '3 packets in 1 conversation'],
    ['which protocols are used?', '3 protocols: eth (3), ip (3), tcp (3)'],
  ])('counts what the capture holds: %s', async (question, answer) => {
    expect(await ask(question)).toBe(`CONFIRMED: ${answer}`);
  });

  it('leaves what is asked of one host to its packets', async () => {
    expect(await ask('does 10.0.0.7 retransmit?')).not.toContain('No retransmission was found');
  });
});
