/**
 * Closing a connection so that the last reply arrives. A socket that is closed while bytes of the other side lie
 * unread is reset, and a reset may overtake the reply; one that is only half closed stays as long as the other side
 * likes. So: send, close our half, throw away what still comes for a moment, and then close altogether.
 */
import type { Socket } from 'node:net';

/** How long the other side has to take the end in. */
const LINGER_MS = 250;
/** A side that takes nothing of the last reply for so long is gone. */
const STALLED_MS = 10_000;

export function hangUp(socket: Socket): void {
  socket.removeAllListeners('data');
  // Only writing counts as a sign of life until everything is written.
  socket.pause();
  socket.setTimeout(STALLED_MS, () => socket.destroy());
  socket.end(() => {
    if (socket.destroyed) return;
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  });
}
