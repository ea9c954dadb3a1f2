import type { PanelDefinition } from '../panel.ts';
import { BatchPanel } from './BatchPanel.tsx';

const batchPanel: PanelDefinition = {
  id: 'batch',
  title: { en: 'Command script', zh: '命令脚本' },
  Component: BatchPanel,
};

export default batchPanel;
