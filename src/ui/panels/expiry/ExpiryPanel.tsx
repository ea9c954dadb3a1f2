import { useMemo } from 'react';
import type { ExpiryView } from '../../../protocol/views.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useSessionShallow } from '../../session/hooks.ts';
import { currentFrame } from '../../session/store.ts';
import { DatabasePanel } from '../DatabasePanel.tsx';
import { usePictureOf } from '../KeyedPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { useServerNow } from '../server-now.ts';
import { accessibleExpiry, summariseExpiry } from './describe.ts';
import { expiryLayout } from './layout.ts';
import { narrateExpiry } from './narrate.ts';
import { expiryWords } from './words.ts';

const page = 60;

/** Expired keys are worth showing when no key is left. */
function shownOf({ volatileKeys, expiredKeys, from, rows }: ExpiryView) {
  if (volatileKeys === 0 && expiredKeys === 0) return null;
  return { from, shown: rows.length, all: volatileKeys };
}

/** Which key expires when, and how the server notices. */
export function ExpiryPanel(props: PanelProps) {
  const view = usePictureOf(props.watchId, 'expiry');
  const asker = useSessionShallow((state) => {
    const frame = currentFrame(state);
    return frame?.kind === 'command' ? { client: frame.client, command: frame.text } : null;
  });
  const nowMs = useServerNow(view?.nowMs ?? 0, (view?.rows.length ?? 0) > 0);
  const layout = useMemo(() => expiryLayout(nowMs), [nowMs]);
  return (
    <DatabasePanel
      panel={props}
      kind="expiry"
      words={expiryWords[useLanguage()]}
      page={page}
      layout={layout}
      accessible={accessibleExpiry}
      summarise={(seen, language) => summariseExpiry(seen, nowMs, language)}
      narrate={(step, seen, language) => narrateExpiry(step, seen, asker, language)}
      shownOf={shownOf}
    />
  );
}
