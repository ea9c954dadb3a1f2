/** How the latest commands did their work. Views show it; no command reads it. */
import type { BitWork } from './bit-work.ts';
import type { GeoSearchRecord } from './geo-search-record.ts';
import type { SetAlgebraRecord } from './set-algebra-record.ts';
import type { ZsetQuery } from './zset-query.ts';

export class LatestWork {
  /** What the latest geo search looked at. */
  geoSearch: GeoSearchRecord | null = null;
  /** How the latest command combined sets. */
  setAlgebra: SetAlgebraRecord | null = null;
  /** What the latest command asked of a sorted set. */
  zsetQuery: ZsetQuery | null = null;
  /** What the latest command on bits did with them. */
  bitWork: BitWork | null = null;

  /** At the end of a step: arguments that lie in the client's buffer are copied before it is used again. */
  keep(): void {
    this.zsetQuery?.keep();
    this.setAlgebra?.keep();
  }
}
