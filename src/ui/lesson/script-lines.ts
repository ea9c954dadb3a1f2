/** How a command with a script of several lines is shown: nobody can read `\n` in the middle of code. */

/** The text of a longer script stands in the prose, and the copy button has it. */
const mostLines = 8;

/** `EVAL "a\nb\n" 0` with real line breaks. It is for reading only: a console needs the `\n`. */
export function inLines(command: string): string {
  return command.replaceAll(/'[^']*'|"((?:[^"\\]|\\.)*)"/g, (quoted, inside: string | undefined) => {
    if (inside === undefined) return quoted;
    const broken = inside.replaceAll(/\\(.)/g, (escaped, letter) => (letter === 'n' ? '\n' : escaped));
    const lines = broken.replace(/\n$/, '').split('\n');
    if (lines.length === 1) return quoted;
    const shown = lines.length > mostLines ? [lines[0], '…', lines[lines.length - 1]] : lines;
    return `"${shown.join('\n')}"`;
  });
}
