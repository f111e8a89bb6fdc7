import { expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'

const refused = {
  'of this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254', 'fec0::1'],
  'link-local, with the metadata of clouds': [
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fe80::1%eth0',
    '168.63.129.16',
  ],
  'shared (CGNAT)': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'assigned to protocols, tests and documentation': [
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '192.88.99.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  'multicast, reserved and broadcast': ['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'IPv4 within IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'no address': ['', 'localhost', '1.2.3', '0x7f.0.0.1', '01.02.03.04', '127.1'],
}
test.each(Object.entries(refused))('INTEG-3 no address %s is public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})
test('INTEG-3 addresses beside the refused ones are public', () => {
  const open = ['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255']
  const further = ['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255', '198.20.0.0']
  const six = ['2606:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '2001:200::1']
  expect([...open, ...further, '223.255.255.255', ...six].filter((one) => !isPublicAddress(one))).toEqual([])
})
