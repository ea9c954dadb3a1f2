/**
 * CONFIG REWRITE: the file that the server was started with, brought up to date. Mirrors rewriteConfig of config.c: lines
 * stay where they are, and parameters that have no line get one if they are not at their defaults.
 */
import { bytesOf, latin1, quoted } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { describeUser } from '../../state/acl/describe.ts';
import { ConfigLines } from '../../state/config/config-lines.ts';
import type { Parameter } from '../../state/config/table.ts';
import { DiskFailure } from '../../state/disk/disk.ts';
import type { Server } from '../../state/server.ts';

const UNITS = [
  ['gb', 1024n ** 3n],
  ['mb', 1024n ** 2n],
  ['kb', 1024n],
] as const;

/** What a class of clients is called in the file, in the order of the value. */
const CLASSES = ['normal', 'replica', 'pubsub'];
/** Words of a class in the value: its name and three limits. */
const CLASS_WORDS = 4;

export function rewriteConfig(server: Server): void {
  const path = server.configFile;
  if (path === null) throw new ReplyError('ERR The server is running without a config file');
  try {
    const before = server.disk.find(path);
    const text = rewritten(server, before === null ? '' : latin1(before.view()));
    const draft = `${path}.tmp`;
    server.disk.write(draft, bytesOf(text), server.nowMs);
    server.disk.rename(draft, path);
  } catch (problem) {
    if (!(problem instanceof DiskFailure)) throw problem;
    throw new ReplyError(`ERR Rewriting config file: ${problem.text}`);
  }
}

export function rewritten(server: Server, text: string): string {
  const lines = new ConfigLines(text);
  const parameters = new Set([...server.config.names()].map(({ parameter }) => parameter));
  for (const parameter of parameters) write(server, lines, parameter);
  if (server.config.text('aclfile') !== '') lines.own('user');
  else {
    for (const user of server.acl.users()) {
      lines.put(`user ${user.name} ${describeUser(server.commands, user)}`);
    }
  }
  return lines.toString();
}

function write(server: Server, lines: ConfigLines, parameter: Parameter): void {
  const { name } = parameter;
  const value = server.config.print(parameter);
  const isDefault = value === parameter.print(parameter.default);
  switch (name) {
    case 'save':
      writeSavePoints(lines, value);
      return;
    case 'client-output-buffer-limit':
      writeBufferLimits(lines, value, String(parameter.default));
      return;
    case 'latency-tracking-info-percentiles':
      lines.put(`${name} ${value === '' ? '""' : value}`);
      return;
    case 'replicaof': {
      const { master } = server.replication;
      if (master === null || server.cluster !== null) lines.own(name);
      else lines.put(`${name} ${master.host} ${master.port}`);
      return;
    }
    case 'dir':
      // A server without a folder has no place to name.
      if (!isDefault) lines.put(`dir ${quoted(bytesOf(value))}`);
      return;
    case 'bind':
      if (isDefault) lines.own(name);
      else lines.put(`${name} ${value === '' ? '""' : value}`);
      return;
  }
  if (parameter.inFile === 'memory') lines.put(`${name} ${inUnits(value)}`, !isDefault);
  else if (parameter.inFile !== 'quoted') lines.put(`${name} ${value}`, !isDefault);
  // An empty text is none at all.
  else if (value === '') lines.own(name);
  else lines.put(`${name} ${quoted(bytesOf(value))}`, !isDefault);
}

function writeSavePoints(lines: ConfigLines, value: string): void {
  if (value === '') lines.put('save ""');
  const words = value.split(' ');
  for (let at = 0; at + 1 < words.length; at += 2) lines.put(`save ${words[at]} ${words[at + 1]}`);
}

function writeBufferLimits(lines: ConfigLines, value: string, byDefault: string): void {
  const [words, usual] = [value.split(' '), byDefault.split(' ')];
  for (const [at, name] of CLASSES.entries()) {
    const [hard, soft, seconds] = words.slice(at * CLASS_WORDS + 1, (at + 1) * CLASS_WORDS);
    const isUsual = [1, 2, 3].every(
      (word) => words[at * CLASS_WORDS + word] === usual[at * CLASS_WORDS + word],
    );
    lines.put(`client-output-buffer-limit ${name} ${inUnits(hard)} ${inUnits(soft)} ${seconds}`, !isUsual);
  }
}

/** The largest unit that leaves nothing over. */
function inUnits(value: string): string {
  if (!/^[1-9]\d*$/.test(value)) return value;
  const bytes = BigInt(value);
  for (const [unit, size] of UNITS) if (bytes % size === 0n) return `${bytes / size}${unit}`;
  return value;
}
