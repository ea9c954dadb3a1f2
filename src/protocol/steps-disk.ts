/** What happens to the files below a server. */
export type DiskStep =
  /** Bytes were written to the end of a file: they are in the page cache now. */
  | { readonly type: 'disk.append'; readonly path: string; readonly from: number; readonly to: number }
  /** Bytes reached the disk itself. */
  | { readonly type: 'disk.fsync'; readonly path: string; readonly from: number; readonly to: number }
  /** A child was forked that will write so many bytes. */
  | { readonly type: 'disk.fork'; readonly job: 'rdb-save' | 'aof-rewrite'; readonly bytes: number }
  /** The parent wrote to a page that a child shares: the kernel made a copy of it. */
  | { readonly type: 'pages.copy'; readonly page: number; readonly address: number }
  /** A photograph of the data set is complete and has its name. */
  | { readonly type: 'disk.snapshot'; readonly path: string; readonly bytes: number }
  /** The server stopped; `lostBytes` were written and are gone. */
  | {
      readonly type: 'disk.crash';
      readonly loss: 'nothing' | 'unsynced' | 'torn';
      readonly lostBytes: number;
    }
  /** A file was read at the start; `truncatedBytes` at its end were no whole command and were cut off. */
  | {
      readonly type: 'disk.load';
      readonly path: string;
      readonly bytes: number;
      readonly truncatedBytes: number;
    };
