import type { PanelDefinition } from '../panel.ts';
import { KeyspacePanel } from './KeyspacePanel.tsx';

const keyspacePanel: PanelDefinition = {
  id: 'keyspace',
  title: { en: 'Keyspace', zh: '键空间' },
  Component: KeyspacePanel,
};

export default keyspacePanel;
