import type { PanelDefinition } from '../panel.ts';
import { LocksPanel } from './LocksPanel.tsx';

const locksPanel: PanelDefinition = {
  id: 'locks',
  title: { en: 'Locks', zh: '锁竞争' },
  Component: LocksPanel,
};

export default locksPanel;
