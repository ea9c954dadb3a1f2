/**
 * In the page's worker this stands in for the search in the past until it has arrived. host.ts waits for it before it
 * looks for a change.
 */
import { beginWith } from '../engine/index.ts';

type Search = typeof import('./last-change-search.ts');

export let LastChangeSearch: Search['LastChangeSearch'];
export let pastReader: Search['pastReader'];
export let sinceMoment: Search['sinceMoment'];

beginWith({
  async complete() {
    ({ LastChangeSearch, pastReader, sinceMoment } = await import('./last-change-search.ts'));
  },
});
