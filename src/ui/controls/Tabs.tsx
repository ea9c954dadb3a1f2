import { useRef } from 'react';
import './tabs.css';

interface TabsProps<Name extends string> {
  readonly label: string;
  /** Their ids begin with it: `id-name` is a tab. */
  readonly id: string;
  /** The id of what they show. */
  readonly panel: string;
  readonly names: readonly Name[];
  readonly titles: Readonly<Record<Name, string>>;
  readonly shown: Name;
  onShow(name: Name): void;
}

/** A row of tabs with one stop of Tab: arrows, Home and End move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, id, panel, names, titles, shown, onShow } = props;
  const row = useRef<HTMLDivElement>(null);
  const moveTo = (name: Name) => {
    onShow(name);
    row.current?.querySelector<HTMLElement>(`[data-tab="${name}"]`)?.focus();
  };
  const onKeyDown = (key: string): boolean => {
    const at = names.indexOf(shown);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    };
    const to = steps[key];
    if (to === undefined) return false;
    moveTo(names.at(to % names.length) as Name);
    return true;
  };
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={label}
      ref={row}
      onKeyDown={(event) => {
        if (onKeyDown(event.key)) event.preventDefault();
      }}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          data-tab={name}
          aria-selected={name === shown}
          aria-controls={panel}
          tabIndex={name === shown ? 0 : -1}
          onClick={() => onShow(name)}
        >
          {titles[name]}
        </button>
      ))}
    </div>
  );
}
