/** HSCAN: walking over a hash a few fields at a time. */
import type { Command } from '../../state/command/command.ts';
import { StoredString } from '../../structures/stored-string.ts';
import { isPacked, tableOf, visitPairs } from '../../types/hash.ts';
import type { Text } from '../../types/text.ts';
import { scanCollection, scanningCollection, walkTable } from '../scan.ts';
import { readHash } from './value.ts';

const hscan: Command = {
  ...scanningCollection,
  name: 'hscan',
  categories: ['hash'],
  group: 'hash',
  summary: {
    en: 'Walks over the fields and values a few at a time; a packed hash is told at once.',
    zh: '分批遍历字段和值；紧凑编码的哈希会一次全部返回。',
  },
  run(server, client, args) {
    type Found = readonly [field: Text, value: Text];
    scanCollection<Found>(server, client, args, readHash, (object, start, count, found) => {
      if (isPacked(object)) {
        visitPairs(object, (field, value) => found.push([field, value]));
        return 0;
      }
      return walkTable(tableOf(object), start, count, 2, ({ keyPlace, keyLength, value }) => {
        found.push([new StoredString(keyPlace, keyLength), value]);
      });
    });
  },
};

export const scanHashCommands: readonly Command[] = [hscan];
