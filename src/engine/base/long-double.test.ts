import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { LongDouble } from './long-double.ts';

/** SET f a, INCRBYFLOAT f b: the new value, or the first word of why not. */
function increment(a: string, b: string): string {
  const value = LongDouble.parse(bytesOf(a));
  const step = LongDouble.parse(bytesOf(b));
  if (value === null || step === null) return 'invalid';
  const sum = value.add(step);
  return sum.isFinite ? sum.format() : 'infinite';
}

describe('INCRBYFLOAT', () => {
  // Recorded from redis-server 7.0.15 on x86-64.
  it.each([
    ['0.1', '0.2', '0.3'],
    ['3.0', '1.1', '4.1'],
    ['10.5', '0.1', '10.6'],
    ['5.0e3', '2.0e2', '5200'],
    ['1', '-1', '0'],
    ['-1', '1e-18', '-1'],
    ['-0.000000000000000001', '0', '0'],
    ['9223372036854775807', '1', '9223372036854775808'],
    ['18446744073709551616', '0.5', '18446744073709551616'],
    ['1.00000000000000001', '0', '1.00000000000000001'],
    ['0x1p-17', '0', '0.00000762939453125'],
    ['3.645e-4951', '0', '0'],
    ['-5.0', '5', '0'],
    ['+4611686018427388000.0625', '.81', '4611686018427388001'],
    ['5217089799703', '73786976294838210000.0625', '73786981511928009704'],
    ['+.18426764378', '-5.12841796875', '-4.94415032497'],
    ['-.351570695', '-5.84799', '-6.199560695'],
    ['51654427609730151024387551513127723.305277', '24.4', '51654427609730151023185929820962816'],
    ['-9223372036854776000.0625', '+49534927782712', '-9223322501926993288'],
    ['0.0004206', '0.000047', '0.0004676'],
    ['9583889661178557052', '+.4282336054141', '9583889661178557052'],
    ['0.0000006', '7.623046875', '7.623047475'],
    ['+12.0517578125', '7.2921142578125', '19.3438720703125'],
    ['.81', '97351.66476295', '97352.4747629499999988'],
    ['+.4486686348', '2.13919060886214', '2.58785924366214'],
    ['36893488147419103000.5', '33554432.25', '36893488147452657432'],
    ['-0.0000006302', '+0.003', '0.0029993698'],
    ['-131072.25', '4.004585903603584e-9', '-131072.24999999599540956'],
    ['8.63', '2e-322', '8.63'],
    ['10.79447E34', '9.64', '107944700000000000000840557848952832'],
    ['-181.219751946908', '0e4305', '-181.219751946908'],
    ['4e-319', '-21', '-21'],
    ['5e-308', '+0.27', '0.27'],
    ['-1.4539620755E5', '-3e-302', '-145396.20754999999999768'],
    ['8e-300', '+30470', '30470'],
    ['1.9061439763754607e-11', '2.1e-4940', '0.00000000001906144'],
    ['0x3f2b9d7b0p-6757', '99.98201111073629503405E+19', '999820111107362950336'],
    ['+150.95E+30', '0xa72.', '150949999999999999998597961613312'],
    ['9.14', '0xf05fdef31390cd5c1fb.', '70946028861345353809920'],
    ['7e-318', '+0x223p-35', '0.00000001591979526'],
    ['5.6156005859375', '+0x16524f1d', '374492962.6156005859375'],
    ['0x61ddf82625d9993baa03p-604', '1e-321', '0'],
  ])('%s + %s = %s', (a, b, sum) => {
    expect(increment(a, b)).toBe(sum);
  });

  // "value is not a valid float" and "increment would produce NaN or Infinity" of the same server.
  it.each([
    ['1e4933', '1', 'invalid'],
    ['1e-4970', '1', 'invalid'],
    ['1', ' 1', 'invalid'],
    ['1', '1 ', 'invalid'],
    ['1', 'nan', 'invalid'],
    ['1', '1\0', 'invalid'],
    ['1', '', 'invalid'],
    ['1', '-', 'invalid'],
    ['1', '0x', 'invalid'],
    ['1', '1e', 'invalid'],
    ['inf', '1', 'infinite'],
    ['-Infinity', '1', 'infinite'],
    ['inf', '-inf', 'infinite'],
    ['1.189731495357231765e4932', '1.189731495357231765e4932', 'infinite'],
  ])('refuses %j + %j', (a, b, why) => {
    expect(increment(a, b)).toBe(why);
  });

  it('refuses what does not fit the buffer of string2ld', () => {
    expect(LongDouble.parse(bytesOf('0'.repeat(5119)))).not.toBeNull();
    expect(LongDouble.parse(bytesOf('0'.repeat(5120)))).toBeNull();
  });
});

describe('LongDouble', () => {
  it('takes integers exactly', () => {
    expect(LongDouble.fromInteger(-9223372036854775808n).format()).toBe('-9223372036854775808');
    expect(LongDouble.fromInteger(42).add(LongDouble.ZERO).format()).toBe('42');
  });

  it('prints infinities, and never a negative zero', () => {
    expect(LongDouble.parse(bytesOf('-inf'))!.format()).toBe('-inf');
    expect(LongDouble.parse(bytesOf('-0'))!.format()).toBe('0');
    expect(LongDouble.parse(bytesOf('-1e-30'))!.format()).toBe('0');
  });
});
