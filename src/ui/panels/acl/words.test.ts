import { expect, it } from 'vitest';
import type { DenialRow, UserRow } from '../../../protocol/views-admin.ts';
import { aclWords } from './words.ts';

const user: UserRow = {
  name: 'shop',
  enabled: true,
  noPassword: false,
  passwords: [],
  selectors: [],
  clients: [],
};
const denial: DenialRow = {
  count: 2,
  reason: 'key',
  context: 'toplevel',
  object: 'user:7',
  username: 'shop',
  atMs: 0,
};

it('says who may log in, and how', () => {
  const { password, clients } = aclWords.en;
  expect(password(user)).toBe('no password, cannot log in');
  expect(password({ ...user, noPassword: true })).toBe('no password needed');
  expect(password({ ...user, passwords: ['a', 'b'] })).toBe('2 passwords');
  expect(clients([])).toBe('nobody logged in');
  expect(clients([2, 3])).toBe('clients 2, 3');
});

it('says what was refused, in both languages', () => {
  expect(aclWords.en.denial(denial)).toBe('shop may not use the key user:7');
  expect(aclWords.zh.denial({ ...denial, reason: 'command', object: 'keys' })).toBe('shop 不能执行 keys');
  expect(aclWords.en.denial({ ...denial, reason: 'auth', object: 'AUTH' })).toBe('login as shop failed');
});
