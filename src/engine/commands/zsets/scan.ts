/** ZSCAN: walking over a sorted set a few members at a time. */
import { bytesOf } from '../../base/bytes.ts';
import { formatDouble } from '../../base/numbers.ts';
import type { Command } from '../../state/command/command.ts';
import { NOWHERE } from '../../structures/packed-list.ts';
import { StoredString } from '../../structures/stored-string.ts';
import type { Text } from '../../types/text.ts';
import { isPacked, packedOf, tableOf } from '../../types/zset.ts';
import { scanCollection, scanningCollection, walkTable } from '../scan.ts';
import { readZset } from './value.ts';

const zscan: Command = {
  ...scanningCollection,
  name: 'zscan',
  categories: ['sortedset'],
  group: 'sorted-set',
  summary: {
    en: 'Walks over the members and scores a few at a time; a packed sorted set is told at once.',
    zh: '分批遍历成员和分数；紧凑编码的有序集合会一次全部返回。',
  },
  run(server, client, args) {
    type Found = readonly [member: Text, score: Text];
    scanCollection<Found>(server, client, args, readZset, (object, start, count, found) => {
      if (isPacked(object)) {
        // The reply has a score as it is kept: 1e17 as an integer where a table would print it in short.
        const list = packedOf(object);
        for (let at = list.first(); at !== NOWHERE; ) {
          const scoreAt = list.next(at);
          found.push([list.value(at), list.value(scoreAt)]);
          at = list.next(scoreAt);
        }
        return 0;
      }
      const table = tableOf(object);
      return walkTable(table.dict, start, count, 2, (entry) => {
        const member = new StoredString(entry.keyPlace, entry.keyLength);
        found.push([member, bytesOf(formatDouble(table.scoreOf(entry)))]);
      });
    });
  },
};

export const scanZsetCommands: readonly Command[] = [zscan];
