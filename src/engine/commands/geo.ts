/** The geo commands, file by file. */
import type { Command } from '../state/command.ts';
import { geoMemberCommands } from './geo-members.ts';
import { geoSearchCommands } from './geo-search.ts';

export const geoCommands: readonly Command[] = [...geoMemberCommands, ...geoSearchCommands];
