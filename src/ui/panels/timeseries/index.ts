import type { PanelDefinition } from '../panel.ts';
import { TimeSeriesPanel } from './TimeSeriesPanel.tsx';
import { seriesWords } from './words.ts';

const timeSeriesPanel: PanelDefinition = {
  id: 'timeseries',
  title: { en: seriesWords.en.title, zh: seriesWords.zh.title },
  Component: TimeSeriesPanel,
};

export default timeSeriesPanel;
