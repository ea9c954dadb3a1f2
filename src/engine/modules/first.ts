/** In the page's worker this stands in for index.ts until that has arrived: modules are loaded then. */
import { beginWith } from '../state/lazy-chunks.ts';
import type { Server } from '../state/server.ts';

let load: ((server: Server, names: string) => void) | null = null;
const waiting: { readonly server: Server; readonly names: string }[] = [];

beginWith({
  async complete() {
    load = (await import('./index.ts')).loadModules;
    for (const { server, names } of waiting.splice(0)) load(server, names);
  },
});

export function loadModules(server: Server, names: string): void {
  if (load === null) waiting.push({ server, names });
  else load(server, names);
}
