import type { PanelDefinition } from '../panel.ts';
import { DiskPanel } from './DiskPanel.tsx';

const diskPanel: PanelDefinition = {
  id: 'disk',
  title: { en: 'Disk', zh: '磁盘' },
  Component: DiskPanel,
};

export default diskPanel;
