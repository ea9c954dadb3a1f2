/** Worlds and their changes as a link or file has them. They come from strangers: every field is checked. */
import type { NodeStart, WorldChange, WorldShape } from '../protocol/world.ts';
import { MAX_NODES } from '../sim/machine.ts';
import { allowedSettings } from './allowed-settings.ts';
import { integer, number, record } from './saved-fields.ts';

const MAX_NAME = 40;
const MAX_LATENCY_MS = 3_600_000;
const MAX_OFFSET_MS = 1e11;
const MAX_PORT = 65535;
const MAX_SENTINEL_FILE = 65_536;

export function readWorld(value: unknown): WorldShape {
  const world = record(value, 'start.world');
  const { nodes, latency } = world;
  if (!Array.isArray(nodes) || nodes.length === 0 || nodes.length > MAX_NODES)
    throw new Error('start.world.nodes is not a list of servers');
  return {
    nodes: nodes.map((node, at) => readNode(node, `start.world.nodes[${at}]`)),
    ...(latency === undefined ? {} : { latency: readLatency(latency, 'start.world.latency') }),
  };
}

function readNode(value: unknown, what: string): NodeStart {
  const node = record(value, what);
  const text = (name: 'name' | 'host', allowed: RegExp): string => {
    const field = node[name];
    if (typeof field !== 'string' || field.length > MAX_NAME || !allowed.test(field))
      throw new Error(`${what}.${name} is not a ${name}`);
    return field;
  };
  return {
    name: text('name', /^[\p{L}\p{N} _.-]+$/u),
    host: text('host', /^[a-z0-9.-]+$/),
    port: integer(node.port, `${what}.port`, 1, MAX_PORT),
    config: allowedSettings(record(node.config, `${what}.config`), true),
    ...(node.sentinel === undefined ? {} : { sentinel: readSentinel(node.sentinel, what) }),
  };
}

function readSentinel(text: unknown, what: string): string {
  if (typeof text !== 'string' || text.length > MAX_SENTINEL_FILE || !text.split('\n').every(isSentinelLine))
    throw new Error(`${what}.sentinel is not a file of sentinel directives`);
  return text;
}

/** Other parameters of a server are checked elsewhere, and none of them belongs here. */
function isSentinelLine(line: string): boolean {
  return /^\s*(#.*|sentinel\s.*)?$/.test(line);
}

function readLatency(value: unknown, what: string) {
  const latency = record(value, what);
  return {
    ms: number(latency.ms, `${what}.ms`, 0, MAX_LATENCY_MS),
    jitterMs: number(latency.jitterMs, `${what}.jitterMs`, 0, MAX_LATENCY_MS),
  };
}

export function readChange(bytes: Uint8Array, nowMs: number): WorldChange {
  const what = 'a change of the world';
  const change = record(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), what);
  const nodeOf = (name: 'node' | 'from' | 'to') =>
    integer(change[name], `${what}: ${name}`, 0, MAX_NODES - 1);
  const path = () => ({ from: nodeOf('from'), to: nodeOf('to') });
  switch (change.type) {
    case 'cut':
    case 'mend':
      return { type: change.type, nowMs, ...path() };
    case 'slow':
      return { type: 'slow', nowMs, ...path(), latency: readLatency(change.latency, what) };
    case 'freeze':
    case 'thaw':
    case 'remove':
      return { type: change.type, nowMs, node: nodeOf('node') };
    case 'clock':
      return {
        type: 'clock',
        nowMs,
        node: nodeOf('node'),
        offsetMs: number(change.offsetMs, `${what}: offsetMs`, -MAX_OFFSET_MS, MAX_OFFSET_MS),
        rate: number(change.rate, `${what}: rate`, 0.01, 100),
      };
    case 'add':
      return { type: 'add', nowMs, start: readNode(change.start, what) };
    default:
      throw new Error(`${what} is of an unknown kind`);
  }
}
