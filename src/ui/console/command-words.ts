/** What the console says about commands once it knows their table: completions, hints and HELP. */
export { completions, hintFor } from './completion.ts';
export { helpText } from './help.ts';
