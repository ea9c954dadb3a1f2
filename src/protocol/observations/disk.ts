/** The files below the server, and whether it runs at all. */
import type { DiskView } from '../views-disk.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const appending = 'CONFIG SET appendonly yes\n@ 2000 ms\nSET paid 1\nSET paid 2';

export const diskObservations = [
  observation({
    path: 'server.running',
    value: 'number',
    zh: '服务器是否在运行',
    en: 'server is running',
    sentence: { zh: '服务器的状态是 {n}', en: 'The state of the server is {n}' },
    sayings: {
      '1': { zh: '服务器在运行', en: 'The server is running' },
      '0': { zh: '服务器没有在运行', en: 'The server is down' },
    },
    note: '1 or 0',
    example: { given: 'SET paid 1\n@ crash unsynced', path: 'server.running' },
    read: (engine) => (diskOf(engine)?.downBecause === null ? 1 : 0),
  }),
  observation({
    path: 'disk.files',
    value: 'number',
    zh: '磁盘上的文件数',
    en: 'files on the disk',
    example: { given: 'CONFIG SET appendonly yes\n@ 1000 ms', path: 'disk.files' },
    read: (engine) => diskOf(engine)?.files.length ?? null,
  }),
  observation({
    path: 'disk.bytes(<file>)',
    value: 'number',
    zh: ({ file }) => `${file} 的字节数`,
    en: ({ file }) => `bytes of ${file}`,
    note: 'by its name without the folder; null if there is no such file',
    example: { given: 'SET paid 1\nSAVE', path: 'disk.bytes(dump.rdb)' },
    read: (engine, { file }) => {
      const row = diskOf(engine)?.files.find(({ path }) => path.slice(path.lastIndexOf('/') + 1) === file);
      return row?.bytes ?? null;
    },
  }),
  observation({
    path: 'disk.unsyncedBytes',
    value: 'number',
    zh: '没 fsync 的字节数',
    en: 'bytes not fsynced',
    note: 'written to any file and still in the page cache: a power failure loses them',
    example: { given: appending, path: 'disk.unsyncedBytes' },
    read: (engine) =>
      diskOf(engine)?.files.reduce((sum, { bytes, syncedBytes }) => sum + bytes - syncedBytes, 0) ?? null,
  }),
  observation({
    path: 'disk.bufferBytes',
    value: 'number',
    zh: 'AOF 缓冲区的字节数',
    en: 'bytes in the AOF buffer',
    note: 'in the process, in no file yet: a kill loses them, too',
    example: {
      given: 'CONFIG SET appendonly yes\n@ 2000 ms\n@ fsync 5 s\nSET paid 1\n@ 1500 ms\nSET paid 2',
      path: 'disk.bufferBytes',
    },
    read: (engine) => diskOf(engine)?.aof.bufferBytes ?? null,
  }),
  observation({
    path: 'disk.log',
    value: 'text',
    zh: '服务器日志的最后一行',
    en: 'latest line of the server log',
    example: { given: 'SET paid 1\nSAVE', path: 'disk.log' },
    read: (engine) => diskOf(engine)?.log.at(-1) ?? null,
  }),
];

function diskOf(engine: EngineReader): DiskView | null {
  return engine.view({ kind: 'disk', db: 0, path: null, window: { from: 0, count: 0 } });
}
