import { useMemo } from 'react';
import { Icon } from '../controls/Icon.tsx';
import { panelTitle, useText } from '../i18n/index.ts';
import { panelIds } from '../panels/registry.ts';
import { Workbench } from '../workbench/Workbench.tsx';
import './embed.css';

/** Panels and a console without the rest of the site, for a frame in another page. */
export function EmbedPage(props: { readonly panels: readonly string[]; readonly whole: string }) {
  const text = useText();
  const panels = useMemo(() => {
    const known = props.panels.filter((panel) => panelIds.includes(panel));
    return (known.length === 0 ? ['dict'] : known).map((panel) => ({
      panel,
      watchId: panel,
      title: panelTitle(text, panel),
    }));
  }, [text, props.panels]);
  return (
    <div className="embed">
      <Workbench panels={panels} />
      <a className="embed-whole" href={props.whole} target="_blank" rel="noopener">
        {text.embed.whole}
        <Icon name="arrow" size={14} />
      </a>
    </div>
  );
}
