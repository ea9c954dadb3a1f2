import { createContext } from 'react';

/** A word before the titles of panels that do not draw the reader's own server, such as "Goal". */
export const PanelLabelContext = createContext<string | null>(null);
