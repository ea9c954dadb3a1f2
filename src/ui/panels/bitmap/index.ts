import type { PanelDefinition } from '../panel.ts';
import { BitmapPanel } from './BitmapPanel.tsx';

const bitmapPanel: PanelDefinition = {
  id: 'bitmap',
  title: { en: 'Bitmap', zh: '位图' },
  Component: BitmapPanel,
};

export default bitmapPanel;
