import type { Messages } from './en.ts';

export const zh = {
  name: 'Rediscope',
  panel: {
    loading: '正在读取数据结构……',
    failed: '这个面板没能画出来。',
    retry: '重试',
    step: (step, steps) => `第 ${step} / ${steps} 步`,
    before: '执行前',
    after: '执行后',
    dropped: (count) => `还有 ${count.toLocaleString('zh-CN')} 步未展示。`,
  },
} satisfies Messages;
