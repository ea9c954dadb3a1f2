import { useStore } from 'zustand';
import { Icon } from '../controls/Icon.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { useText } from '../i18n/index.ts';
import { setTheme, type ThemeChoice, themeStore } from '../theme/theme.ts';

const order: readonly ThemeChoice[] = ['auto', 'light', 'dark'];
const icons = { auto: 'auto', light: 'sun', dark: 'moon' } as const;

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const text = useText();
  const choice = useStore(themeStore, (state) => state.choice);
  const label = `${text.theme.title}: ${text.theme[choice]}`;
  return (
    <button
      type="button"
      className="icon-button is-quiet"
      aria-label={label}
      title={label}
      onClick={() => setTheme(order[(order.indexOf(choice) + 1) % order.length])}
    >
      <Icon name={icons[choice]} />
    </button>
  );
}

export function ThemeChoiceControl() {
  const text = useText();
  const choice = useStore(themeStore, (state) => state.choice);
  return (
    <Segmented
      label={text.theme.title}
      value={choice}
      choices={order.map((value) => ({ value, label: text.theme[value] }))}
      onChange={setTheme}
    />
  );
}
