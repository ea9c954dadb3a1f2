import { samples } from '../../panels/script/samples.ts';
import type { Story } from '../story.ts';

const target = { kind: 'script', db: 0 } as const;

/** The command that runs a text, as typed. */
function evalLine(source: string, rest: string): string {
  const quoted = source.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `EVAL "${quoted}" ${rest}`;
}

function sampleLine(id: string): { given: readonly string[]; shown: string } {
  const { given, source, keys, values } = samples.find((sample) => sample.id === id)!;
  return { given, shown: evalLine(source, `${keys.split(' ').length} ${keys} ${values}`) };
}

const loop = `local total = 0
for i = 1, 24 do
  total = total + i
  redis.call('SADD', KEYS[1], total)
end
return total`;

const stories: readonly Story[] = [
  {
    id: 'script-functions',
    title: { en: 'A function called from a loop', zh: '循环里调用函数' },
    ...sampleLine('functions'),
    target,
    openAt: 'script.call',
  },
  {
    id: 'script-bucket',
    title: { en: 'Token bucket: many variables', zh: '令牌桶：变量很多' },
    ...sampleLine('bucket'),
    target,
    openAt: 'script.end',
  },
  {
    id: 'script-loop',
    title: { en: 'A long loop', zh: '长循环' },
    shown: evalLine(loop, '1 totals'),
    target,
  },
  {
    id: 'script-mistake',
    title: { en: 'A call that fails', zh: '调用出错' },
    ...sampleLine('mistake'),
    target,
    openAt: 'script.end',
  },
  {
    id: 'script-busy',
    title: { en: 'Too long: other clients get BUSY', zh: '执行太久：别人收到 BUSY' },
    config: { 'busy-reply-threshold': '20' },
    given: [evalLine('local n = 0\nwhile true do\n  n = n + 1\nend', '0'), '@ 100 ms'],
    target,
  },
  {
    id: 'script-empty',
    title: { en: 'No script yet', zh: '还没有脚本' },
    target,
  },
];

export default stories;
