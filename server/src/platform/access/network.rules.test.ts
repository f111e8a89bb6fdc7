import { expect, test } from 'vitest'
import { networkOf } from './network.rules.ts'

test('SEC-3 an IPv4 address counts as itself, also where it comes as an IPv6 one', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'].map(networkOf)).toEqual(
    Array(3).fill('203.0.113.7'),
  )
})

test('SEC-3 IPv6 addresses count by their /64, however they are written', () => {
  const same = [
    '2001:db8:1:2::1',
    '2001:0db8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:DB8:1:2:3:4:5:6',
    '2001:db8:1:2::%eth0',
  ]
  expect(same.map(networkOf)).toEqual(same.map(() => '2001:db8:1:2::/64'))
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect([networkOf('::1'), networkOf('fe80::1')]).toEqual(['0:0:0:0::/64', 'fe80:0:0:0::/64'])
})
