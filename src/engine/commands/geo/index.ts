/** The geo commands, file by file. */
import type { Command } from '../../state/command/command.ts';
import { geoMemberCommands } from './members.ts';
import { geoSearchCommands } from './search.ts';

export const geoCommands: readonly Command[] = [...geoMemberCommands, ...geoSearchCommands];
