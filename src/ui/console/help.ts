/** HELP, which the page answers from the engine's own command table in the layout of redis-cli. */
import type { CommandDoc } from '../../protocol/docs.ts';
import type { Language, Messages } from '../i18n/index.ts';
import { argumentsText, shownName } from './arguments.ts';
import { groupNames } from './completion.ts';

export function helpText(
  docs: readonly CommandDoc[],
  topic: string,
  language: Language,
  text: Messages,
): string {
  if (topic === '') return text.console.help(groupNames(docs).join(' '));
  const all = docs.flatMap((doc) => [doc, ...(doc.subcommands ?? [])]);
  const byGroup = topic.startsWith('@');
  const wanted = topic.toLowerCase();
  const found = byGroup
    ? all.filter((doc) => `@${doc.group}` === wanted)
    : all.filter((doc) => {
        const name = shownName(doc).toLowerCase();
        return name === wanted || name.startsWith(`${wanted} `);
      });
  if (found.length === 0) return text.console.noHelp(topic);
  const blocks = found
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((doc) => {
      const { summary, since, group } = text.console.helpLabels;
      const lines = [
        `  ${joined(shownName(doc), argumentsText(doc.arguments))}`,
        `  ${summary}${doc.summary[language]}`,
        `  ${since}${doc.since}`,
      ];
      if (!byGroup) lines.push(`  ${group}${doc.group}`);
      return lines.join('\n');
    });
  return `\n${blocks.join('\n\n')}\n`;
}

function joined(name: string, args: string): string {
  return args === '' ? name : `${name} ${args}`;
}
