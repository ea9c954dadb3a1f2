/** The words of the lab's own controls. */
const number = (value: number, language: string) => Math.round(value).toLocaleString(language);

const en = {
  scenes: 'Scenes',
  scenesTitle: 'Open a scene',
  scenesLead: 'A server on the verge of something worth seeing. It starts fresh, with its clock paused.',
  sceneNext: 'Try',
  sceneLeave: 'Close this note',
  sceneDone: 'done',
  sceneTitle: 'Start this scene?',
  clockRuns: 'Let the clock run',
  fillSet: 'Data',
  fillCount: 'How many',
  fillSeed: 'Seed',
  fillStart: 'Fill',
  fillAbout:
    'A separate client sends the commands in batches of a thousand, to the database that client 1 has selected.',
  traffic: 'Traffic',
  trafficAbout:
    'Many clients read key:0, key:1 and so on, some keys far more often than others. A miss writes the key, as with a cache.',
  trafficInWorld:
    'Clients read and write key:0, key:1 and so on: at the master, or in a cluster at the node that has the slot. They follow MOVED and ASK.',
  trafficFailed: (count: number) => `${number(count, 'en')} failed`,
  trafficKeys: 'Keys',
  trafficSkew: 'Skew (Zipf)',
  trafficReads: 'Reads, %',
  trafficRate: 'Commands per second',
  trafficStart: 'Start',
  trafficStop: 'Stop traffic',
  trafficFigures: (perSecond: number, hitPercent: number | null) =>
    hitPercent === null
      ? `${number(perSecond, 'en')}/s`
      : `${number(perSecond, 'en')}/s · ${hitPercent.toFixed(1)} % hits`,
  count: (count: number) => number(count, 'en'),
};

export type LabWords = typeof en;

const zh: LabWords = {
  scenes: '场景',
  scenesTitle: '走进一个场景',
  scenesLead: '服务器已经布置好，马上有好戏看。会从新的服务器开始，时钟先停着。',
  sceneNext: '试试',
  sceneLeave: '收起这张卡片',
  sceneDone: '已执行',
  sceneTitle: '开始这个场景？',
  clockRuns: '让时钟走起来',
  fillSet: '数据',
  fillCount: '数量',
  fillSeed: '种子',
  fillStart: '写入',
  fillAbout: '由单独的客户端写入客户端 1 选中的数据库，每条消息打包一千条命令。',
  traffic: '流量',
  trafficAbout: '很多用户来访问 key:0、key:1……冷热不均。没命中的会补写回来，就像用作缓存。',
  trafficInWorld: '客户端读写 key:0、key:1……：写到主节点；集群里按槽找到节点，遇到 MOVED 和 ASK 就跟过去。',
  trafficFailed: (count) => `失败 ${number(count, 'zh')} 条`,
  trafficKeys: '键数',
  trafficSkew: '倾斜度（Zipf）',
  trafficReads: '读占比（%）',
  trafficRate: '每秒命令数',
  trafficStart: '开始',
  trafficStop: '停止流量',
  trafficFigures: (perSecond, hitPercent) =>
    hitPercent === null
      ? `每秒 ${number(perSecond, 'zh')} 条`
      : `每秒 ${number(perSecond, 'zh')} 条 · 命中率 ${hitPercent.toFixed(1)}%`,
  count: (count) => number(count, 'zh'),
};

export const labWords = { en, zh };
