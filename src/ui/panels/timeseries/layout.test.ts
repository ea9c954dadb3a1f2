import { describe, expect, it } from 'vitest';
import type { StepType } from '../../../protocol/steps.ts';
import type { TimeSeriesView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/timeseries.json';
import { recordedScene } from '../../gallery/story.ts';
import { bitParts } from './bits.ts';
import { bitText, durationText, hexText, timeText } from './format.ts';
import { layoutSeries } from './layout.ts';
import { narrateSeries } from './narrate.ts';
import { seriesWords } from './words.ts';

type Story = keyof typeof recorded;

const sceneOf = (story: Story, type?: StepType) => recordedScene<TimeSeriesView>(recorded[story], type);
const wide = { width: 900, height: 400 };
const narrow = { width: 300, height: 400 };

describe('the bits of a sample', () => {
  it('are those of the worked example: in step, and one bit of the XOR', () => {
    const { view } = sceneOf('timeseries-bits');
    const bits = view.samples.map((sample) =>
      bitParts(sample, view, seriesWords.en)
        .map(({ bits }) => bits)
        .join(' '),
    );
    expect(bits[1]).toBe('10 0001010 0');
    expect(bits[2]).toBe('0 11 01111 000001 1');
    expect(hexText(bits[0].split(' ')[0])).toBe('0x00000000000003e8');
  });

  it('are all of the chunk, in order and without a gap', () => {
    for (const story of ['timeseries-bits', 'timeseries-split'] as const) {
      const { view } = sceneOf(story);
      const whole = bitText(
        view.bytes,
        view.bytesFrom,
        view.samples[0].stepFromBit,
        view.samples.at(-1)!.untilBit,
      );
      const parts = view.samples.flatMap((sample) => bitParts(sample, view, seriesWords.en));
      expect(parts.map(({ bits }) => bits).join('')).toBe(whole);
    }
  });
});

describe('the sheet of a series', () => {
  it('marks the sample that was written, and nothing else', () => {
    const hot = layoutSeries(sceneOf('timeseries-bits', 'series.sample'), wide, 'en').boxes.filter(
      (box) => box.hot,
    );
    const ids = hot.map(({ id }) => id.replace(/:\d+$/, ''));
    expect(ids.filter((id) => !id.startsWith('bits:1055:'))).toEqual(['dot', 'chunk']);
    expect(hot.find(({ id }) => id.startsWith('dot'))?.id).toBe('dot:1055');
  });

  it('draws the open bucket of a rule on the time of the curve', () => {
    const { boxes } = layoutSeries(sceneOf('timeseries-rule'), wide, 'en');
    const bucket = boxes.find(({ id }) => id === 'bucket:temp:avg')!;
    const last = boxes.filter(({ id }) => id.startsWith('dot:')).at(-1)!;
    expect(bucket.texts?.[0].text).toBe('avg 24');
    expect(bucket.x).toBeLessThanOrEqual(last.x + last.width / 2);
    expect(bucket.x + bucket.width).toBeGreaterThanOrEqual(last.x + last.width / 2);
  });

  it('keeps within the width, however narrow, and every box once', () => {
    for (const story of Object.keys(recorded) as Story[]) {
      for (const size of [wide, narrow]) {
        const { boxes, links = [] } = layoutSeries(sceneOf(story), size, 'zh');
        for (const box of boxes) {
          expect(box.x + box.width, `${story} ${box.id}`).toBeLessThanOrEqual(size.width + 4);
          expect(box.x, `${story} ${box.id}`).toBeGreaterThanOrEqual(0);
        }
        for (const marks of [boxes, links])
          expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
      }
    }
  });

  it('says what is left out, and how to get there', () => {
    const { view } = sceneOf('timeseries-many');
    const more = layoutSeries(sceneOf('timeseries-many'), wide, 'en').boxes.filter(({ id }) =>
      id.startsWith('more:'),
    );
    expect(view.chunkCount).toBeGreaterThan(5);
    expect(more.map(({ picks }) => picks)).toEqual(['samples:earlier']);
    expect(more[0].says?.head).toBe(`▲ ${view.samples[0].index} samples before`);
  });
});

describe('words', () => {
  it('narrate a sample, a split and a bucket that closes', () => {
    const sample = sceneOf('timeseries-bits', 'series.sample');
    expect(narrateSeries(sample.step!, sample.view, 'en')).toBe(
      'The sample 31 at 1055 goes to the end of its chunk: 12 bits.',
    );
    const rule = sceneOf('timeseries-rule', 'series.compaction');
    expect(narrateSeries(rule.step!, rule.view, 'zh')).toBe(
      '从 12:00:00.000 开始的时间桶关闭：avg 的结果 22 写入另一个序列。',
    );
    const late = sceneOf('timeseries-split', 'series.sample');
    expect(narrateSeries(late.step!, late.view, 'en')).toBe(
      '1005 lies in the past: the chunk is rewritten with 99.9 in between.',
    );
  });

  it('write times as short as possible', () => {
    const noon = Date.UTC(2024, 4, 1, 12);
    expect(timeText(1055, [1000, 1055])).toBe('1055');
    expect(timeText(noon, [noon, noon + 1000])).toBe('12:00:00.000');
    expect(timeText(noon, [noon, noon + 90_000_000])).toBe('05-01 12:00');
    expect([durationText(60_000, 'en'), durationText(90_000, 'zh'), durationText(7, 'en')]).toEqual([
      '1 min',
      '90 秒',
      '7 ms',
    ]);
  });
});
