/** Light, dark, or as the system is. The choice is remembered; `data-theme` on the root follows it. Paper is light. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../browser/preferences.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

const memoryKey = 'theme';

interface ThemeState {
  readonly choice: ThemeChoice;
  /** The chosen theme, resolved on this system. */
  readonly theme: Theme;
}

const systemIsDark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');

function resolve(choice: ThemeChoice): Theme {
  if (choice !== 'auto') return choice;
  return systemIsDark?.matches ? 'dark' : 'light';
}

function initialChoice(): ThemeChoice {
  const remembered = recall(memoryKey);
  return remembered === 'light' || remembered === 'dark' ? remembered : 'auto';
}

export const themeStore = createStore<ThemeState>(() => {
  const choice = initialChoice();
  return { choice, theme: resolve(choice) };
});

function setDocumentTheme(): void {
  if (typeof document !== 'undefined') document.documentElement.dataset.theme = themeStore.getState().theme;
}

setDocumentTheme();
themeStore.subscribe(setDocumentTheme);
systemIsDark?.addEventListener?.('change', () => {
  const { choice } = themeStore.getState();
  themeStore.setState({ theme: resolve(choice) });
});

if (typeof addEventListener !== 'undefined') {
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light';
  });
  addEventListener('afterprint', setDocumentTheme);
}

export function setTheme(choice: ThemeChoice): void {
  remember(memoryKey, choice);
  themeStore.setState({ choice, theme: resolve(choice) });
}
