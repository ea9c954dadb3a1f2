/**
 * The notation for what clients, time and the server do, a line each. Lessons, scenes of the lab, stories of the gallery
 * and the recordings of the real server are written in it.
 *
 *     SET user:1 ann         client 1 sends a command, as one types it into redis-cli
 *     > SET user:1 ann       the same; where replies stand between the lines, every command has the mark
 *     2> GET user:1          client 2 does
 *     b> GET user:1          client b does: recordings use letters, for the real server gives the numbers
 *     2> GET a ;; GET b      two commands in one packet (not in lessons)
 *     2!                     the connection of client 2 ends
 *     @ 100 ms               time passes; also s, min and h
 *     @ restart              something else than time happens to the server: a word, and more about it
 *     # …                    a remark; an empty line says nothing either
 *
 *     line     = [ remark | command | prompt command | close | time | event ]
 *     prompt   = [ client ] "> "        client = digits | "a" … "z"
 *     close    = client "!"             time   = "@ " digits ( "ms" | "s" | "min" | "h" )
 *     event    = "@ " word { " " word } remark = "#" anything
 *
 * Readers say which clients and events they know. In a lesson a command may count, too: see `countedCommands`.
 */
import { encodeCommand } from './resp.ts';
import { splitArguments } from './split-arguments.ts';

export type ActionLine =
  /** `client` is null where the line names none. */
  | { readonly type: 'command'; readonly client: string | null; readonly command: string }
  | { readonly type: 'close'; readonly client: string }
  | { readonly type: 'advance'; readonly ms: number }
  | { readonly type: 'event'; readonly words: readonly string[] };

/** A line that cannot be read. The message says how to mend it, and names the line when its number is known. */
export class LineError extends Error {
  constructor(message: string, lineNumber?: number) {
    super(lineNumber === undefined ? message : `line ${lineNumber}: ${message}`);
    this.name = 'LineError';
  }
}

/** What a line says; null for a remark and an empty line. */
export function readLine(line: string): ActionLine | null {
  if (line.trim() === '' || line.startsWith('#')) return null;
  if (line.startsWith('@')) return readServerLine(line);
  const marked = readMarkedLine(line);
  if (marked !== null) return marked;
  if (/^(\d*|[a-z])>/.test(line)) throw new LineError('Write a blank after the ">": "2> GET user:1".');
  return commandLine(null, line);
}

/** What a line with a mark says; null for any other line, such as a reply, a remark or a bare command. */
export function readMarkedLine(line: string): ActionLine | null {
  if (line.startsWith('@ ')) return readServerLine(line);
  const [, closing] = /^(\d+|[a-z])!\s*$/.exec(line) ?? [];
  if (closing !== undefined) return { type: 'close', client: closing };
  const prompt = /^(\d*|[a-z])>(?: (.*))?$/s.exec(line);
  if (prompt === null) return null;
  return commandLine(prompt[1] === '' ? null : prompt[1], prompt[2] ?? '');
}

/** Reads lines from the first to the last. Its errors give the number of the line. */
export function readLines(lines: readonly string[]): ActionLine[] {
  return lines.flatMap((line, index) => {
    try {
      return readLine(line) ?? [];
    } catch (problem) {
      if (problem instanceof LineError) throw new LineError(`${problem.message} (${line})`, index + 1);
      throw problem;
    }
  });
}

/** The line that is read as this. */
export function writeLine(line: ActionLine): string {
  switch (line.type) {
    case 'command':
      return `${line.client ?? ''}> ${line.command}`;
    case 'close':
      return `${line.client}!`;
    case 'advance':
      return `@ ${line.ms} ms`;
    case 'event':
      return `@ ${line.words.join(' ')}`;
  }
}

/** The bytes that a client sends for a command, or for several in one packet. */
export function packetOf(command: string): Uint8Array {
  const packets = command.split(PACKET_SEPARATOR).map((part) => encodeCommand(argumentsOf(part)));
  if (packets.length === 1) return packets[0];
  const bytes = new Uint8Array(packets.reduce((sum, packet) => sum + packet.length, 0));
  let at = 0;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  return bytes;
}

const PACKET_SEPARATOR = ' ;; ';

/** The arguments of a command; a LineError when its quotes do not balance. */
export function argumentsOf(command: string): Uint8Array[] {
  const args = splitArguments(command);
  if (args === null) {
    throw new LineError(
      'Close the quotation mark: redis-cli would refuse this line with "Invalid argument(s)".',
    );
  }
  return args;
}

const range = /\{(\d+)\.\.(\d+)\}/g;
const largestRange = 100_000;

/** The commands that one stands for: SET user:{1..9} x is nine, with the same number for every {1..9} in it. */
export function countedCommands(command: string): string[] {
  const [counted] = command.matchAll(range);
  if (counted === undefined) return [command];
  const [text, first, last] = counted;
  const commands: string[] = [];
  for (let number = Number(first); number <= Number(last); number++) {
    commands.push(command.replaceAll(text, String(number)));
  }
  return commands;
}

/** Throws a LineError unless all ranges of a command are the same one, and it counts upwards. */
export function requireOneRange(command: string): void {
  const [counted, ...others] = command.matchAll(range);
  if (counted === undefined) return;
  const [text, first, last] = counted;
  if (others.some(([other]) => other !== text)) {
    throw new LineError(`One line counts one range: every {…} in it must be ${text}.`);
  }
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > largestRange) {
    throw new LineError(`A range counts upwards and has at most ${largestRange} numbers: mend ${text}.`);
  }
}

function commandLine(client: string | null, text: string): ActionLine {
  const command = text.trim();
  if (command === '') throw new LineError('Write a command after the ">".');
  for (const part of command.split(PACKET_SEPARATOR)) argumentsOf(part);
  return { type: 'command', client, command };
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

function readServerLine(line: string): ActionLine {
  const time = /^@ +(\d+) *(ms|s|min|h)\s*$/.exec(line);
  if (time !== null) return { type: 'advance', ms: Number(time[1]) * unitsMs[time[2]] };
  const [sign, ...words] = line.trim().split(/ +/);
  if (sign !== '@' || words.length === 0 || !/^[a-z]/.test(words[0])) {
    throw new LineError('Write the time that passes as "@ 100 ms", "@ 5 s", "@ 2 min" or "@ 1 h".');
  }
  return { type: 'event', words };
}
