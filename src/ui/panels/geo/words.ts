/** The words on the panel's controls and labels. Sentences are in narrate.ts and describe.ts. */
import type { GeohashPosition } from '../../../protocol/steps-order.ts';
import type { GeoCellView } from '../../../protocol/views.ts';
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';
import type { WindowWords } from '../WindowRow.tsx';

export const arrows: Readonly<Record<GeohashPosition, string>> = {
  center: '•',
  north: '↑',
  south: '↓',
  east: '→',
  west: '←',
  northEast: '↗',
  northWest: '↖',
  southEast: '↘',
  southWest: '↙',
};

export interface GeoWords {
  readonly database: string;
  readonly key: string;
  readonly latestKey: string;
  readonly map: string;
  readonly cuts: string;
  readonly cutsShown: (cuts: number) => string;
  readonly fewerCuts: string;
  readonly moreCuts: string;
  readonly curve: string;
  readonly curveHint: string;
  readonly follow: string;
  readonly followHint: string;
  readonly zoom: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly whole: string;
  readonly place: string;
  readonly longitude: string;
  readonly latitude: string;
  readonly together: string;
  readonly score: string;
  readonly noBits: string;
  readonly ladder: string;
  readonly ladderNote: (cuts: number) => string;
  readonly ladderFrom: readonly [before: string, after: string];
  readonly ladderGap: string;
  readonly window: WindowWords;
  readonly empty: CommandHint;
  readonly otherKey: string;
  readonly position: Readonly<Record<GeohashPosition, string>>;
  readonly state: Readonly<Record<GeoCellView['state'], string>>;
  readonly outcome: (found: number, candidates: number) => string;
  readonly coarse: (cuts: number) => string;
  readonly noCoast: string;
  readonly step: string;
}

export const geoWords: Pair<GeoWords> = {
  en: {
    database: 'Database',
    key: 'Key shown',
    latestKey: 'latest key used',
    map: 'Map. Arrow keys move it, plus and minus zoom, 0 shows the whole world.',
    cuts: 'Cuts per axis of the grid',
    cutsShown: (cuts) => `${cuts} + ${cuts} bits`,
    fewerCuts: 'Coarser grid',
    moreCuts: 'Finer grid',
    curve: 'Order',
    curveHint: 'Draw a line through the cells in code order',
    follow: 'Follow',
    followHint: 'Move the map to where the step happens',
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    whole: 'Whole world',
    place: 'Location in bits',
    longitude: 'longitude',
    latitude: 'latitude',
    together: 'interleaved',
    score: 'score',
    noBits: 'This score is not a geohash: a command other than GEOADD set it.',
    ladder: 'The nine cells by score',
    ladderNote: (cuts) => `${cuts} cuts per axis`,
    ladderFrom: ['Where each range starts; it is ', ' scores long.'],
    ladderGap: 'other scores lie between this one and the one above',
    window: {
      earlier: 'Members with lower scores',
      later: 'Members with higher scores',
      jump: 'First member drawn, by score',
      before: 'member',
      after: (last, all) => `to ${last.toLocaleString('en')} of ${all.toLocaleString('en')}, by score`,
    },
    empty: {
      before: 'No places yet. Type ',
      command: 'GEOADD cars:locations 116.37 39.86 33',
      after: ' and watch Redis cut the map.',
    },
    otherKey: 'There is no sorted set at this key. Choose another key, or add a location to it.',
    position: {
      center: 'centre',
      north: 'north',
      south: 'south',
      east: 'east',
      west: 'west',
      northEast: 'north-east',
      northWest: 'north-west',
      southEast: 'south-east',
      southWest: 'south-west',
    },
    state: {
      waiting: 'not yet',
      searched: 'searched',
      outside: 'not reached',
      repeated: 'same cell again',
      enough: 'enough found',
    },
    outcome: (found, candidates) => (candidates === 0 ? 'empty' : `${found} of ${candidates}`),
    coarse: (cuts) => `grid drawn with ${cuts} cuts; zoom in for more`,
    noCoast: 'too close for the coastline',
    step: 'this step',
  },
  zh: {
    database: '数据库',
    key: '查看哪个键',
    latestKey: '最近用到的键',
    map: '地图。方向键平移，加号减号缩放，0 回到全图。',
    cuts: '网格每个轴切几刀',
    cutsShown: (cuts) => `${cuts} + ${cuts} 位`,
    fewerCuts: '网格粗一些',
    moreCuts: '网格细一些',
    curve: '顺序',
    curveHint: '按编码从小到大把格子连成线',
    follow: '跟随',
    followHint: '让地图移到当前步骤发生的地方',
    zoom: '缩放',
    zoomIn: '放大',
    zoomOut: '缩小',
    whole: '全图',
    place: '哪个位置的编码',
    longitude: '经度',
    latitude: '纬度',
    together: '交错',
    score: '分数',
    noBits: '这个分数不是 geohash，不是 GEOADD 写进来的。',
    ladder: '九个格子，按分数排列',
    ladderNote: (cuts) => `每轴切 ${cuts} 刀`,
    ladderFrom: ['列出每段的起点，每段长 ', ' 个分数。'],
    ladderGap: '与上一段之间隔着别的分数',
    window: {
      earlier: '分数更小的成员',
      later: '分数更大的成员',
      jump: '按分数从第几个成员开始画',
      before: '按分数第',
      after: (last, all) => `到 ${last.toLocaleString('zh')} 个成员，共 ${all.toLocaleString('zh')} 个`,
    },
    empty: {
      before: '还没有位置。输入 ',
      command: 'GEOADD cars:locations 116.37 39.86 33',
      after: '，看地图怎样一刀一刀切下去。',
    },
    otherKey: '这个键下没有有序集合。换一个键，或者往里添加一个位置。',
    position: {
      center: '中心',
      north: '北',
      south: '南',
      east: '东',
      west: '西',
      northEast: '东北',
      northWest: '西北',
      southEast: '东南',
      southWest: '西南',
    },
    state: {
      waiting: '还没轮到',
      searched: '查过',
      outside: '够不着，跳过',
      repeated: '重复，跳过',
      enough: '已够数，跳过',
    },
    outcome: (found, candidates) => (candidates === 0 ? '空' : `命中 ${found}/${candidates}`),
    coarse: (cuts) => `网格只画到 ${cuts} 刀，放大可看更细`,
    noCoast: '放得太大，不画海岸线',
    step: '这一步',
  },
};
