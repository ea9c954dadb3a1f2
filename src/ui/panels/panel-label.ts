import { createContext, type ReactNode } from 'react';

/** A word before the titles of panels that do not draw the reader's own server, such as "Goal". */
export const PanelLabelContext = createContext<string | null>(null);

/** A control that stands in the header of every panel around which it is set. */
export const PanelChoiceContext = createContext<ReactNode>(null);
