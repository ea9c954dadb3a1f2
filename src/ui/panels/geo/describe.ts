/** The panel in words: figures beside the title, and the map for screen readers. */
import type { GeoCellView, GeoMemberView, GeoSearchView, GeoView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { geoWords } from './words.ts';

/** Degrees with as many decimals as are meaningful for the width of their range. */
export function formatDegrees(degrees: number, width: number): string {
  const decimals = Math.min(10, Math.max(0, 3 - Math.floor(Math.log10(width))));
  const text = degrees.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return `${short === '-0' ? '0' : short.replace('-', '−')}°`;
}

export function formatMetres(metres: number, language: Language): string {
  const kilometres = metres >= 1000;
  const value = kilometres ? metres / 1000 : metres;
  const digits = value >= 100 ? 0 : value >= 1 ? 2 : 4;
  const text = value.toLocaleString(language, { maximumFractionDigits: digits });
  return `${text} ${kilometres ? 'km' : 'm'}`;
}

export function summariseGeo(view: GeoView, language: Language): string[] {
  const count = view.length.toLocaleString(language);
  return [language === 'zh' ? `${count} 个位置` : `${count} ${view.length === 1 ? 'place' : 'places'}`];
}

/** The shape of a search, such as "200 km around 15°, 37°". */
export function describeShape(search: GeoSearchView, language: Language): string {
  const { shape } = search;
  const at = `${formatDegrees(search.longitude, 0.1)}, ${formatDegrees(search.latitude, 0.1)}`;
  if (shape.type === 'circle') {
    const radius = formatMetres(shape.radiusMetres, language);
    return language === 'zh' ? `${at} 周围 ${radius}` : `${radius} around ${at}`;
  }
  const sides = `${formatMetres(shape.widthMetres, language)} × ${formatMetres(shape.heightMetres, language)}`;
  return language === 'zh' ? `以 ${at} 为中心的 ${sides}` : `${sides} around ${at}`;
}

export function describeCell(cell: GeoCellView, language: Language): string {
  const words = geoWords[language];
  const range =
    language === 'zh'
      ? `分数 ${cell.minScore} 到 ${cell.maxScore}（不含）`
      : `scores ${cell.minScore} to below ${cell.maxScore}`;
  const outcome =
    cell.state === 'searched' ? words.outcome(cell.found, cell.candidates) : words.state[cell.state];
  const names = cell.members.map(keyInSentence).join(language === 'zh' ? '、' : ', ');
  const colon = language === 'zh' ? '：' : ': ';
  return `${range}${colon}${outcome}${names === '' ? '' : `${colon}${names}`}`;
}

export function describeMember(member: GeoMemberView): string {
  return `${member.longitudeText}, ${member.latitudeText}, ${member.score}, ${member.geohash}`;
}

export function describeGeo(view: GeoView, language: Language): string {
  const key = keyInSentence(view.key ?? '');
  const count = view.length.toLocaleString(language);
  const shown = view.members.length.toLocaleString(language);
  const parts =
    language === 'zh'
      ? [`世界地图，键 ${key}，${count} 个位置`]
      : [`World map of ${key}: ${count} ${view.length === 1 ? 'place' : 'places'}`];
  if (view.members.length < view.length) {
    parts.push(language === 'zh' ? `其中画出 ${shown} 个` : `${shown} of them drawn`);
  }
  if (view.search !== null) {
    const shape = describeShape(view.search, language);
    const found = view.search.cells.reduce((sum, cell) => sum + cell.found, 0);
    parts.push(
      language === 'zh'
        ? `最近一次搜索：${shape}，找到 ${found} 个`
        : `latest search: ${shape}, ${found} found`,
    );
  }
  return `${parts.join(language === 'zh' ? '；' : '; ')}${language === 'zh' ? '。' : '.'}`;
}
