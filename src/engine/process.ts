/** What a program needs that runs the engine as a process: a real disk, an orderly end, and going on after a fault. */

export { versionOf } from './commands/server/version.ts';
export { shutDown } from './persistence/shutdown.ts';
/** For a program that has to listen before the sentinel has read its file. */
export { sentinelPort } from './sentinel/startup.ts';
export { recover } from './server/recover.ts';
/** redis.conf, for a program that has one: its parameters, and why it cannot be used. */
export { ConfigFileError, linesOfWords, readConfigFile } from './state/config/file.ts';
export { DiskFailure, type FileStore, type RealDisk, VirtualDisk } from './state/disk/disk.ts';
