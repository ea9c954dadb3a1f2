/** The contract of a panel. A panel is one folder whose index.ts exports its definition as default. */
import type { ComponentType } from 'react';
import type { Pair } from '../i18n/pair.ts';

export interface PanelProps {
  /** The id under which the panel sets its watch and finds its view in a picture. */
  readonly watchId: string;
  /** The database to look at; panels that show one database follow it. */
  readonly db?: number;
  /** For panels that show one key: which. Without it they follow the commands. */
  readonly watchedKey?: string;
  /** For panels with several drawings: the one they begin with. */
  readonly show?: string;
}

export interface PanelDefinition {
  /** The name of the panel's folder. */
  readonly id: string;
  readonly title: Pair;
  readonly Component: ComponentType<PanelProps>;
}
