/** INFO: the sections asked for, in the server's order. */
import { lowerAscii } from '../../base/bytes.ts';
import type { Command } from '../../state/command/command.ts';
import { many, optional, string } from '../syntax.ts';
import { SECTIONS, type Section } from './info-sections.ts';

function chosenSections(args: readonly Uint8Array[]): Section[] {
  const asked = args.length === 1 ? ['default'] : args.slice(1).map(lowerAscii);
  const all = asked.includes('all') || asked.includes('everything');
  const byDefault = asked.includes('default');
  return Object.entries(SECTIONS)
    .filter(([name, { onRequest }]) => all || (byDefault && !onRequest) || asked.includes(name))
    .map(([, section]) => section);
}

export const infoCommand: Command = {
  name: 'info',
  arity: -1,
  flags: ['loading', 'stale'],
  categories: ['dangerous'],
  group: 'server',
  since: '1.0.0',
  complexity: 'O(1)',
  summary: {
    en: 'What the server has to say about itself, section by section.',
    zh: '分段报告服务器的状态和统计。',
  },
  tips: ['nondeterministic_output', 'request_policy:all_shards', 'response_policy:special'],
  arguments: [optional(many(string('section')))],
  run(server, client, args) {
    const sections = chosenSections(args).map((section) => {
      const lines = Array.from(section.fields(server), ([name, value]) => `${name}:${value}\r\n`);
      return `# ${section.title}\r\n${lines.join('')}`;
    });
    client.reply.verbatim(sections.join('\r\n'));
  },
};
