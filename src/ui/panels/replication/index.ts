import type { PanelDefinition } from '../panel.ts';
import { ReplicationPanel } from './ReplicationPanel.tsx';
import { replicationWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'replication',
  title: { en: replicationWords.en.title, zh: replicationWords.zh.title },
  Component: ReplicationPanel,
};
export default definition;
