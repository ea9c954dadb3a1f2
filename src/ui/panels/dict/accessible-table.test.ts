import { describe, expect, it } from 'vitest';
import { accessibleRows } from './accessible-table.ts';
import { sampleDict, users } from './test-views.ts';

describe('the window in words', () => {
  it('has a row per bucket of both tables, with every key of the chain', () => {
    const view = sampleDict({ keys: users(9), size: 8, nextSize: 16, rehashIndex: 3 });
    const rows = accessibleRows(view, 'en');
    expect(rows).toHaveLength(24);
    const said = rows.flatMap((row) => (row.keys === 'empty' ? [] : row.keys.split(', '))).sort();
    expect(said).toEqual(users(9).sort());
    expect(accessibleRows(view, 'zh')[0].keys).toBe('空');
  });
});
