import type { Pair } from '../i18n/index.ts';

interface PageWords {
  title: string;
  lead: string;
  all: string;
  look: string;
  unknown: string;
}

export const pageWords: Pair<PageWords> = {
  en: {
    title: 'Under load',
    lead: 'What one command at a time doesn’t show: thousands of requests, many nodes, other stores. Every number is counted on real structures in virtual time; the same settings give the same run.',
    all: 'Under load',
    look: 'What to look for',
    unknown: 'There is no such page. Choose one of these.',
  },
  zh: {
    title: '压力现场',
    lead: '一条一条敲命令看不到的事：成千上万的请求、好几台机器、别的存储引擎。所有数字都是在虚拟时间里、在真实的结构上数出来的；设置相同，结果就一模一样。',
    all: '压力现场',
    look: '看什么',
    unknown: '没有这一页，从下面选一个吧。',
  },
};
