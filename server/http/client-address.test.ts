import { expect, test } from 'vitest'
import { findClient, networkOf, readTrust } from './client-address.ts'

function find(trust: string, socket: string, forwarded?: string): string {
  const read = readTrust(trust)
  if (!read) throw new Error(`${trust} is not a value of TRUST_PROXY`)
  return findClient(socket, forwarded, read)
}

test.each([
  // Not trusted: the caller can write anything there.
  ['off', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['0', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['on', '10.0.0.1', undefined, '10.0.0.1'],
  ['on', '10.0.0.1', 'invented, 198.51.100.1', '198.51.100.1'],
  ['on', '10.0.0.1', '198.51.100.1:5678', '198.51.100.1'],
  ['on', '10.0.0.1', '[2001:db8::1]:99', '2001:db8::1'],
  ['on', '10.0.0.1', '2001:DB8::1', '2001:db8::1'],
  ['on', '10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['on', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['on', '10.0.0.1', '::ffff:c633:6401', '198.51.100.1'],
  // A proxy that writes an invalid address counts as one that writes none.
  ['on', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['on', '10.0.0.1', '', '10.0.0.1'],
  ['on', '::ffff:10.0.0.1', undefined, '10.0.0.1'],
  ['2', '10.0.0.1', 'invented, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  // Past one proxy only: the address that this proxy saw.
  ['2', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['2', '10.0.0.1', 'invented, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.0/8, fd00::/8', '10.0.0.1', 'invented, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['10.0.0.0/8, fd00::/8', 'fd00::1', '2001:db8::1', '2001:db8::1'],
  ['10.0.0.0/8', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.0/8', '192.0.2.9', '198.51.100.1', '192.0.2.9'],
  ['10.0.0.5', '10.0.0.5', '198.51.100.1', '198.51.100.1'],
  // The socket is gone: better-auth still gets an address.
  ['off', '', undefined, '0.0.0.0'],
])(
  'with TRUST_PROXY=%s, peer %s and X-Forwarded-For %s, the client is %s',
  (trust, socket, forwarded, client) => {
    expect(find(trust, socket, forwarded)).toBe(client)
  },
)

test.each([
  'yes',
  '11',
  '-1',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'fd00::/129',
  '10.0.0.300',
  '10.0.0.1,',
  '',
])('%j is not a valid TRUST_PROXY', (text) => {
  expect(readTrust(text)).toBeUndefined()
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1::1', '2001:db8:0:1'],
  ['2001:0db8:0000:0001:ffff::1', '2001:db8:0:1'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
