/** Steps of a string value in memory. */
export type ObjectStep =
  /** The room of a string changed: another allocation, a larger header, or only another capacity. Addresses of the characters. */
  | {
      readonly type: 'sds.room';
      readonly sds: number;
      readonly from: number;
      readonly fromAlloc: number;
      readonly alloc: number;
      readonly fromHeader: number;
      readonly header: number;
    }
  /** Characters were written, zeros included. */
  | { readonly type: 'sds.write'; readonly sds: number; readonly offset: number; readonly count: number };
