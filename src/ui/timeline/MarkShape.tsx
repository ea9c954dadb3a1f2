import type { MarkKind } from './words.ts';

/** A shape for each kind, recognisable without its colour. */
const shapes: Record<MarkKind, string> = {
  error: 'M1 0 4 3 7 0 8 1 5 4 8 7 7 8 4 5 1 8 0 7 3 4 0 1z',
  crash: 'M4.8 0 1 4.6h2.4L2.6 8 7 3.2H4.4z',
  restart: 'M4 .4 7.6 7.4H.4z',
  evicted: 'M.9.9h6.2L4 7.1z',
  expired: 'M4 .8a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 4 .8z',
  'expired-active': 'M4 .8a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 4 .8zM4 4V2M4 4l1.4.9',
  encoding: 'M.5.5h7v7h-7z',
  swap: 'M0 .6 4 4 0 7.4zM8 .6 4 4 8 7.4z',
  resize: 'M4 0 8 4 4 8 0 4z',
  fork: 'M4 8V4.4M4 4.4 1 1M4 4.4 7 1',
  rehash: 'M3 0h2v8H3z',
  change: 'M0 4h2.4M5.6 4H8M2.4 1v6M5.6 1v6',
  failed: 'M4 .8a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 4 .8zM1.8 6.2 6.2 1.8',
  vote: 'M.8 4.2 3.2 6.8 7.4 1.2',
  role: 'M.4 7V1.6L2.6 4 4 .8 5.4 4 7.6 1.6V7z',
  branch: 'M2 8V0M2 5.5C2 3.5 6 4.5 6 1.5',
};

export function MarkShape({ kind }: { readonly kind: MarkKind }) {
  return (
    <svg
      className={`mark-shape is-${kind}`}
      viewBox="0 0 8 8"
      width="8"
      height="8"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[kind]} />
    </svg>
  );
}
