/** Gathers the panels by their folders. Each is loaded when it is first shown. */
import type { ComponentType } from 'react';
import { lazily } from '../loading/lazily.tsx';
import type { PanelDefinition, PanelProps } from './panel.ts';

type PanelModule = { readonly default: PanelDefinition };

const loaders = import.meta.glob<PanelModule>('./*/index.ts');

const byId = new Map<string, () => Promise<PanelModule>>();
for (const [path, load] of Object.entries(loaders)) byId.set(path.split('/')[1], load);

const components = new Map<string, ComponentType<PanelProps>>();

export const panelIds: readonly string[] = [...byId.keys()].sort();

export function hasPanel(id: string): boolean {
  return byId.has(id);
}

/** The panel's component; the same one for the same id, so that React keeps its state. */
export function panelComponent(id: string): ComponentType<PanelProps> {
  let component = components.get(id);
  if (component === undefined) {
    const load = byId.get(id);
    if (load === undefined) throw new Error(`there is no panel '${id}'`);
    component = lazily(async () => (await load()).default.Component);
    components.set(id, component);
  }
  return component;
}
