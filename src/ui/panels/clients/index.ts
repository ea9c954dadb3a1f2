import type { PanelDefinition } from '../panel.ts';
import { ClientsPanel } from './ClientsPanel.tsx';
import { clientsWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'clients',
  title: { en: clientsWords.en.title, zh: clientsWords.zh.title },
  Component: ClientsPanel,
};
export default definition;
