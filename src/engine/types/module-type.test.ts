import { expect, test } from 'vitest';
import { moduleTypeId, moduleTypeOfId } from './module-type.ts';

test('name and version make one number, and come out of it again', () => {
  expect(moduleTypeId('TSDB-TYPE', 7).toString(16)).toBe('4d20c1f9360f1007');
  expect(moduleTypeOfId(moduleTypeId('MBbloom--', 4))).toEqual({ name: 'MBbloom--', encodingVersion: 4 });
  expect(moduleTypeOfId(moduleTypeId('AAAAAAAAA', 0))).toEqual({ name: 'AAAAAAAAA', encodingVersion: 0 });
  expect(moduleTypeId('_________', 1023)).toBe(2n ** 64n - 1n);
});
