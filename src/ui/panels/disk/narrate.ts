/** One sentence for each step of the disk. */
import type { Step } from '../../../protocol/steps.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export function narrateDisk(step: Step | null, language: Language): string | null {
  const zh = language === 'zh';
  switch (step?.type) {
    case 'disk.append': {
      const size = formatExactBytes(step.to - step.from);
      return zh
        ? `把 AOF 缓冲区的 ${size} 写进 ${nameOf(step.path)}：现在在页缓存里，断电会丢。`
        : `${size} of the AOF buffer are written to ${nameOf(step.path)}: they are in the page cache, and a power failure would lose them.`;
    }
    case 'disk.fsync': {
      const size = formatExactBytes(step.to - step.from);
      return zh
        ? `fsync：${nameOf(step.path)} 的 ${size} 落到磁盘，断电也不丢了。`
        : `fsync: ${size} of ${nameOf(step.path)} reach the disk and survive a power failure.`;
    }
    case 'disk.fork': {
      const what = {
        'rdb-save': zh ? '写快照' : 'write a snapshot',
        'aof-rewrite': zh ? '重写 AOF' : 'rewrite the AOF',
      }[step.job];
      return zh
        ? `fork 出子进程去${what}，约 ${formatExactBytes(step.bytes)}；主进程继续服务。`
        : `A child is forked to ${what}, some ${formatExactBytes(step.bytes)}; the server keeps serving.`;
    }
    case 'disk.snapshot':
      return zh
        ? `快照写完并 fsync，改名为 ${nameOf(step.path)}，共 ${formatExactBytes(step.bytes)}。`
        : `The snapshot is complete, fsynced and renamed to ${nameOf(step.path)}: ${formatExactBytes(step.bytes)}.`;
    case 'disk.crash':
      return narrateCrash(step, zh);
    case 'disk.load': {
      const cut = formatExactBytes(step.truncatedBytes);
      const rest =
        step.truncatedBytes === 0
          ? ''
          : zh
            ? `末尾 ${cut} 不是完整的命令，被截掉。`
            : ` ${cut} at its end were an incomplete command and were cut off.`;
      return zh
        ? `启动时读入 ${nameOf(step.path)}，${formatExactBytes(step.bytes)}。${rest}`
        : `At startup the server reads ${nameOf(step.path)}, ${formatExactBytes(step.bytes)}.${rest}`;
    }
    default:
      return null;
  }
}

function narrateCrash(step: Extract<Step, { type: 'disk.crash' }>, zh: boolean): string {
  const size = formatExactBytes(step.lostBytes);
  if (step.loss === 'nothing') {
    return zh
      ? '进程没了，内存全丢；页缓存归内核管，写过的字节还在。'
      : 'The process is gone, and so is its memory. The page cache belongs to the kernel, so written data is still there.';
  }
  if (step.lostBytes === 0) {
    return zh
      ? '断电：写过的都已 fsync，文件一个字节没少。'
      : 'The power fails: all written data was fsynced, so no file loses a byte.';
  }
  if (step.loss === 'torn') {
    return zh
      ? `写到一半断电：丢了 ${size}，文件可能断在一条命令中间。`
      : `The power fails during a write: ${size} are lost, and a file may end in the middle of a command.`;
  }
  return zh
    ? `断电：没有 fsync 的 ${size} 丢了。`
    : `The power fails: ${size} that were not fsynced are lost.`;
}
