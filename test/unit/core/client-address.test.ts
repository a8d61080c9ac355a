import { describe, expect, it } from 'vitest';
import { addressGroup, clientAddress } from '#core/client-address.ts';
import { isInNetwork, isNetwork } from '#core/networks.ts';

const proxies = ['10.0.0.0/8', 'fd00::/8', '::1'];

describe('the address of a client', () => {
  it.each([
    [
      'is that of the connection, whatever it says, where no proxy is trusted',
      '198.51.100.7',
      '203.0.113.9',
      '198.51.100.7',
    ],
    ['is what the trusted proxy wrote', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['is what the outermost trusted proxy wrote', '10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['is that of the proxy where it wrote nothing', '10.1.2.3', '', '10.1.2.3'],
    ['is that of the proxy where it wrote nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['is read without ports and brackets', 'fd00::1', '[2a00::1]:443', '2a00::1'],
    ['is read without the port of IPv4', '::1', '203.0.113.9:5432', '203.0.113.9'],
    ['is found behind a connection of IPv4 over IPv6', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ])('%s', (_what, remote, forwarded, wanted) => {
    expect(clientAddress(remote, forwarded, proxies)).toBe(wanted);
  });

  it('counts as one with those of its IPv6 network, and with itself however it is written', () => {
    expect(addressGroup('2a00:1:2:3::1')).toBe(addressGroup('2a00:1:2:3:ffff::9'));
    expect(addressGroup('2a00:1:2:3::1')).not.toBe(addressGroup('2a00:1:2:4::1'));
    expect(addressGroup('::ffff:1.2.3.4')).toBe(addressGroup('1.2.3.4'));
    expect(addressGroup('::ffff:102:304')).toBe(addressGroup('1.2.3.4'));
  });
});

it('tells networks and addresses from anything else', () => {
  expect(['10.0.0.0/8', '::1', 'fd00::/8', '10.1.2.3'].every(isNetwork)).toBe(true);
  expect(['10.0.0.0/33', 'example.org', '300.1.1.1', ':::', '1::2::3', '', '10.0.0.0/8/9', '/8'].some(isNetwork)).toBe(
    false,
  );
  expect(isInNetwork('[fd12::1]', 'fd00::/8')).toBe(true);
  expect(isInNetwork('1.2.3.4', '::/0')).toBe(false);
});
