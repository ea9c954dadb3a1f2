import type { PanelDefinition } from '../panel.ts';
import { MemoryPanel } from './MemoryPanel.tsx';
import { memoryWords } from './words.ts';

const definition: PanelDefinition = {
  id: 'memory',
  title: { en: memoryWords.en.title, zh: memoryWords.zh.title },
  Component: MemoryPanel,
};
export default definition;
