import type { PanelDefinition } from '../panel.ts';
import { ScriptPanel } from './ScriptPanel.tsx';

const scriptPanel: PanelDefinition = {
  id: 'script',
  title: { en: 'Lua script', zh: 'Lua 脚本' },
  Component: ScriptPanel,
};

export default scriptPanel;
