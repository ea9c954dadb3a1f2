/** What a program needs that runs the engine as a process: a real disk, an orderly end, and going on after a fault. */
export { shutDown } from './persistence/shutdown.ts';
export { recover } from './server/recover.ts';
export { DiskFailure, type FileStore, type RealDisk, VirtualDisk } from './state/disk/disk.ts';
