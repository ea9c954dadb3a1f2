/** Panels in menu order, by subject. One that is not named here comes last. */
export const panelGroups = [
  { group: 'structures', panels: ['dict', 'object', 'list', 'packed', 'intset', 'skiplist'] },
  { group: 'types', panels: ['sets', 'ladder', 'stream', 'bitmap', 'hll', 'geo'] },
  { group: 'life', panels: ['keyspace', 'expiry', 'eviction', 'memory', 'pages'] },
  {
    group: 'server',
    panels: ['loop', 'clients', 'wire', 'cost', 'locks', 'script', 'batch', 'disk', 'config', 'acl'],
  },
  { group: 'world', panels: ['topology', 'replication', 'sentinel', 'cluster'] },
  { group: 'modules', panels: ['timeseries', 'bloom'] },
] as const;

export type PanelGroup = (typeof panelGroups)[number]['group'] | 'other';

export function groupPanels(ids: readonly string[]): { group: PanelGroup; panels: readonly string[] }[] {
  const named: readonly string[] = panelGroups.flatMap(({ panels }) => panels);
  const known = panelGroups.map(({ group, panels }) => ({
    group: group as PanelGroup,
    panels: panels.filter((panel) => ids.includes(panel)) as readonly string[],
  }));
  const others = { group: 'other' as const, panels: ids.filter((id) => !named.includes(id)) };
  return [...known, others].filter(({ panels }) => panels.length > 0);
}
