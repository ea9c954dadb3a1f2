import type { Pair } from '../i18n/index.ts';

interface AboutWords {
  readonly title: string;
  readonly lead: string;
  readonly version: string;
  readonly server: string;
  readonly serverIs: string;
  readonly where: string;
  readonly whereIs: string;
  readonly license: string;
  readonly licenseIs: string;
  readonly others: string;
  readonly othersAre: string;
  readonly licenses: string;
  readonly notRedis: string;
}

export const aboutWords: Pair<AboutWords> = {
  en: {
    title: 'About Rediscope',
    lead: 'Rediscope teaches Redis from the inside: a whole Redis server runs in your browser, and panels show its live structures step by step.',
    version: 'Version',
    server: 'The server',
    serverIs:
      'Our own implementation. We compare it byte for byte with redis-server 7.0.15, and its 6.2 encodings with values that a 6.2 server stored.',
    where: 'Your data',
    whereIs:
      'Everything stays in this browser; the page sends nothing anywhere. After the first visit the site works offline.',
    license: 'Licence',
    licenseIs: 'MIT. You may use, change and share Rediscope.',
    others: 'Third-party works',
    othersAre: 'The fonts, the world map and the libraries in this site have their own licences.',
    licenses: 'All licences',
    notRedis:
      'Rediscope is an independent project, not affiliated with or endorsed by Redis Ltd. Redis is a registered trademark of Redis Ltd.; the name is used here only to say what the site is about.',
  },
  zh: {
    title: '关于 Rediscope',
    lead: 'Rediscope 带你从内部学 Redis：一个完整的 Redis 服务器就运行在你的浏览器里，面板一步一步画出它真实的数据结构。',
    version: '版本',
    server: '服务器',
    serverIs: '独立实现，与 redis-server 7.0.15 逐字节对照；6.2 的编码对照 6.2 服务器实际存下的值。',
    where: '你的数据',
    whereIs: '全部只存在这个浏览器里，不会发到任何地方。第一次打开之后，没有网络也能用。',
    license: '许可证',
    licenseIs: 'MIT。可以自由使用、修改和分享。',
    others: '第三方作品',
    othersAre: '本站用到的字体、世界地图和程序库各有自己的许可证。',
    licenses: '全部许可证',
    notRedis:
      'Rediscope 是独立项目，与 Redis Ltd. 没有从属关系，也未获其认可。Redis 是 Redis Ltd. 的注册商标，这里提到它只是为了说明本站讲的是什么。',
  },
};
