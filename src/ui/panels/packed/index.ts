import type { PanelDefinition } from '../panel.ts';
import { PackedPanel } from './PackedPanel.tsx';

const packedPanel: PanelDefinition = {
  id: 'packed',
  title: { en: 'Packed bytes', zh: '紧凑编码' },
  Component: PackedPanel,
};

export default packedPanel;
