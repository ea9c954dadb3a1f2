import type { PanelDefinition } from '../panel.ts';
import { ConfigPanel } from './ConfigPanel.tsx';

const configPanel: PanelDefinition = {
  id: 'config',
  title: { en: 'Configuration', zh: '配置' },
  Component: ConfigPanel,
};

export default configPanel;
