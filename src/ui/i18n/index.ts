export type { Messages } from './en.ts';
export { currentText, panelTitle, useLanguage, usePair, useText } from './hooks.ts';
export { type Language, languageStore, loadFirstWords, setLanguage } from './language.ts';
export type { Pair } from './pair.ts';
