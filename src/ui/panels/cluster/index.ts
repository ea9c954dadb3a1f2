import type { PanelDefinition } from '../panel.ts';
import { ClusterPanel } from './ClusterPanel.tsx';

const clusterPanel: PanelDefinition = {
  id: 'cluster',
  title: { en: 'Cluster', zh: '集群' },
  Component: ClusterPanel,
};

export default clusterPanel;
