/** The recorded messages are those of five real redis-servers (src/testing/record-bus.ts). */
import { describe, expect, test } from 'vitest';
import { bytesOfRecording, readRecording } from '../../testing/bus-recording.ts';
import { MESSAGE_TYPES } from '../state/cluster/cluster.ts';
import { SLOT_SET_BYTES, SlotSet } from '../state/cluster/slot-set.ts';
import { decode, encode, HEADER_BYTES, type Header, lengthOf, MARK, type Message } from './message.ts';

const recordings = readRecording(new URL('./bus.recorded.jsonl', import.meta.url));

const header: Header = {
  port: 8080,
  busPort: 18080,
  currentEpoch: 6,
  configEpoch: 2,
  offset: 1234,
  sender: 'a'.repeat(40),
  slots: new Uint8Array(SLOT_SET_BYTES),
  master: '',
  host: '',
  flags: 17,
  isOk: true,
  marks: 0,
};

const meaning = (type: string) =>
  recordings.filter((each) => each.type === type).map((each) => decode(bytesOfRecording(each)) as Message);

describe('messages of real servers', () => {
  test('every type that a server sends without modules was recorded', () => {
    const types = new Set(recordings.map(({ type }) => type));
    expect(MESSAGE_TYPES.filter((type) => !types.has(type))).toEqual(['module']);
  });

  test.each(recordings.map((each, at) => [`${at} ${each.type}`, each] as const))('%s', (_, recording) => {
    const bytes = bytesOfRecording(recording);
    expect(lengthOf(bytes)).toBe(bytes.length);
    const message = decode(bytes);
    expect(message?.body.type).toBe(recording.type);
    expect(Buffer.from(encode(message as Message))).toEqual(Buffer.from(bytes));
  });

  test('what they mean', () => {
    const [meet] = meaning('meet');
    expect(meet.header).toMatchObject({ currentEpoch: 1, host: '127.0.0.1', isOk: false, master: '' });
    expect(meet.body).toEqual({ type: 'meet', gossip: [], hostname: 'node-0.example' });
    expect(new SlotSet(meet.header.slots).ranges()).toEqual([{ first: 0, last: 5460 }]);
    const [publish] = meaning('publish');
    expect(publish.body).toEqual({
      type: 'publish',
      channel: new TextEncoder().encode('news'),
      message: new TextEncoder().encode('to all'),
    });
    const requests = meaning('auth-req');
    expect(requests[0].header.marks & MARK.forced).toBe(MARK.forced);
    const ids = new Set(meaning('ping').map((each) => each.header.sender));
    const [{ body: failed }] = meaning('fail');
    expect(failed.type === 'fail' && ids.has(failed.id)).toBe(true);
    const [{ body: update }] = meaning('update');
    expect(update).toMatchObject({ type: 'update', configEpoch: 7 });
    const gossip = meaning('ping').flatMap(({ body }) => ('gossip' in body ? body.gossip : []));
    expect(new Set(gossip.map(({ host }) => host))).toEqual(new Set(['127.0.0.1']));
    expect(gossip.every(({ port, busPort }) => port > 0 && busPort > 0)).toBe(true);
  });
});

describe('encode and decode', () => {
  test('a failed node, as in the picture', () => {
    const id = `07c3${'0'.repeat(36)}`;
    const bytes = encode({ header: { ...header, port: 0x1f90 }, body: { type: 'fail', id } });
    expect(bytes.length).toBe(0x8f8);
    expect(Buffer.from(bytes.subarray(0, 16)).toString('hex')).toBe('52436d62000008f800011f9000030000');
    expect(Buffer.from(bytes.subarray(HEADER_BYTES)).toString('latin1')).toBe(id);
  });

  test('a message of a module', () => {
    const message: Message = {
      header,
      body: { type: 'module', module: 0xffff_ffff_ffff_fff0n, kind: 3, data: new Uint8Array([1, 2, 3, 4]) },
    };
    const bytes = encode(message);
    expect(bytes.length).toBe(HEADER_BYTES + 17);
    expect(decode(bytes)).toEqual(message);
  });

  test('whatever is not whole or not of this version is refused', () => {
    const bytes = encode({ header, body: { type: 'ping', gossip: [], hostname: 'h.example' } });
    expect(lengthOf(bytes.subarray(0, 7))).toBeNull();
    const spoiled = (at: number, value: number) => {
      const copy = bytes.slice();
      copy[at] = value;
      return copy;
    };
    expect(lengthOf(spoiled(0, 0x53))).toBe(0);
    expect(lengthOf(spoiled(6, 0))).toBe(0);
    expect(decode(spoiled(9, 2))).toBeNull();
    expect(decode(spoiled(13, 11))).toBeNull();
    // More entries, or a longer extension, than there are bytes.
    expect(decode(spoiled(15, 1))).toBeNull();
    expect(decode(spoiled(HEADER_BYTES + 3, 255))).toBeNull();
    expect(decode(bytes)?.body).toEqual({ type: 'ping', gossip: [], hostname: 'h.example' });
  });
});
