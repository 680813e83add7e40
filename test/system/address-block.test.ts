import { expect, it } from 'vitest';
import { addressBlock } from '../../daemon/system/addresses.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['no address', 'no address'],
])('the block of %j is %j', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
