/**
 * Two servers in one folder would overwrite each other's files. The owner of a folder listens under a name made from
 * its path; the system frees the name when the process ends for any reason.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { platform } from 'node:os';

/** The name to listen under, or null where a name would outlive its process. */
function nameOf(folder: string): string | null {
  const name = `rediscope-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (platform() === 'linux') return `\0${name}`;
  return platform() === 'win32' ? `\\\\?\\pipe\\${name}` : null;
}

/** Resolves to what gives the folder free again, or to null when another server has it. */
export function lockFolder(folder: string): Promise<(() => void) | null> {
  const name = nameOf(folder);
  if (name === null) return Promise.resolve(() => {});
  const lock = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    lock.on('error', (problem: NodeJS.ErrnoException) => {
      if (problem.code === 'EADDRINUSE') resolve(null);
      else reject(problem);
    });
    lock.listen(name, () => {
      lock.unref();
      resolve(() => lock.close());
    });
  });
}
