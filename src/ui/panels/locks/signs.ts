/** The sign of each kind of event, drawn around the origin: distinguished by shape, not by colour alone. */
import type { LockEventKind } from '../../../protocol/views.ts';

export const signs: Readonly<Record<LockEventKind, string>> = {
  acquired: 'M-4,0.4L-1.2,3.2L4.2,-3',
  refused: 'M-3.2,-3.2L3.2,3.2M3.2,-3.2L-3.2,3.2',
  renewed: 'M-4,0H4M0,-4V4',
  read: 'M-4.4,0Q0,-5 4.4,0Q0,5 -4.4,0ZM0,-1.1A1.1,1.1 0 1 0 0,1.1A1.1,1.1 0 1 0 0,-1.1',
  released: 'M0,4V-3.6M-3.4,-0.6L0,-4L3.4,-0.6',
  wrongRelease: 'M0,-4.6V1.2M0,4V4.1',
  cleared: 'M0,4V-3.6M-3.4,-0.6L0,-4L3.4,-0.6',
  nothing: 'M-3.6,0H3.6',
  spared: 'M-3.8,-1.7H3.8M-3.8,1.7H3.8M2.2,-4.4L-2.2,4.4',
  overwritten: 'M0,-4.6V1.2M0,4V4.1',
  expired: 'M0,-3.8V0L2.8,1.8',
  lost: 'M0,-3.8V0L2.8,1.8',
  gone: 'M0,-4.6V-0.4M-2.8,-3A4.2,4.2 0 1 0 2.8,-3',
};
