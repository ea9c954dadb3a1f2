import type { PanelDefinition } from '../panel.ts';
import { ObjectPanel } from './ObjectPanel.tsx';
import { objectWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'object',
  title: { en: objectWords.en.title, zh: objectWords.zh.title },
  Component: ObjectPanel,
};
export default definition;
