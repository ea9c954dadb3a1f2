import type { PanelDefinition } from '../panel.ts';
import { GeoPanel } from './GeoPanel.tsx';

const geoPanel: PanelDefinition = {
  id: 'geo',
  title: { en: 'GeoHash', zh: 'GeoHash' },
  Component: GeoPanel,
};

export default geoPanel;
