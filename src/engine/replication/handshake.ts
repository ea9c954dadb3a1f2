/**
 * What a replica says before it gets the stream, and what it is answered. Mirrors syncWithMaster and
 * readSyncBulkPayload.
 *
 *     PING                                     +PONG
 *     AUTH user password                       +OK         if there is a password
 *     REPLCONF listening-port 6380             +OK         these go out together
 *     REPLCONF ip-address 10.0.0.8             +OK         if it is announced
 *     REPLCONF capa eof capa psync2            +OK
 *     PSYNC id offset                          +CONTINUE id             the stream follows
 *                                              +FULLRESYNC id offset    the file follows, and then the stream:
 *                                              $1234 CRLF, so many bytes
 *                                              $EOF:40 bytes CRLF, bytes, the same 40 bytes
 *
 * A line end alone means "wait". A master from before 2.8 does not know PSYNC and is asked with SYNC.
 */
import { bytesOf, concatBytes, equalBytes, latin1 } from '../base/bytes.ts';
import { commandText } from '../persistence/aof-text.ts';
import type { Link } from '../state/links.ts';
import type { Master, StreamPlace } from '../state/replication/master.ts';
import type { Server } from '../state/server.ts';

const LF = 10;
const CR = 13;
const MARK_BYTES = 40;

/** What comes of it. */
export interface HandshakeEnds {
  /** The stream goes on where it was left; `id` is null if it has kept its name. */
  goesOn(id: string | null, rest: Uint8Array): void;
  /** A file has arrived, and where in the stream it stands; null for a master that does not say. */
  hasFile(file: Uint8Array, place: StreamPlace | null, rest: Uint8Array): void;
  /** It did not work: again in a second. */
  failed(why: string): void;
  /** Whether PSYNC was understood and granted, before anything comes of it. */
  answered(isAccepted: boolean): void;
}

type Expected = 'ping' | 'auth' | 'port' | 'ip' | 'capa' | 'psync' | 'file';

export class Handshake {
  readonly #server: Server;
  readonly #master: Master;
  readonly #link: Link;
  readonly #ends: HandshakeEnds;
  #expected: Expected[] = [];
  #unread: Uint8Array = NOTHING;
  #place: StreamPlace | null = null;
  /** The file so far. */
  #chunks: Uint8Array[] = [];
  #received = 0;
  #lengthBytes: number | null = null;
  #mark: Uint8Array | null = null;
  #isOver = false;

  constructor(server: Server, master: Master, link: Link, ends: HandshakeEnds) {
    this.#server = server;
    this.#master = master;
    this.#link = link;
    this.#ends = ends;
  }

  connected(): void {
    this.#master.stage = 'handshake';
    this.#hear();
    this.#server.persistence.note('Non blocking connect for SYNC fired the event.');
    this.#say('ping', 'PING');
    this.#emitStage('handshake');
  }

  #emitStage(stage: 'handshake' | 'sync'): void {
    const { host, port } = this.#master;
    this.#server.env.probe?.emit({ type: 'replica.stage', stage, master: `${host}:${port}` });
  }

  #hear(): void {
    this.#master.lastHeardAtMs = this.#server.nowMs;
  }

  #say(expected: Expected, ...words: string[]): void {
    this.#expected.push(expected);
    this.#link.send(commandText(words.map(bytesOf)));
  }

  received(bytes: Uint8Array): void {
    this.#hear();
    if (this.#master.transfer !== null) {
      this.#takeFile(bytes);
      return;
    }
    this.#unread = this.#unread.length === 0 ? bytes.slice() : concatBytes([this.#unread, bytes]);
    while (!this.#isOver) {
      const line = this.#nextLine();
      if (line === null) return;
      this.#answered(line);
      if (this.#master.transfer !== null && !this.#isOver) {
        const rest = this.#takeRest();
        if (rest.length > 0) this.#takeFile(rest);
        return;
      }
    }
  }

  #nextLine(): string | null {
    const end = this.#unread.indexOf(LF);
    if (end === -1) return null;
    const line = this.#unread.subarray(0, end > 0 && this.#unread[end - 1] === CR ? end - 1 : end);
    this.#unread = this.#unread.subarray(end + 1);
    return latin1(line);
  }

  #takeRest(): Uint8Array {
    const rest = this.#unread;
    this.#unread = NOTHING;
    return rest;
  }

  #answered(line: string): void {
    const isError = line.startsWith('-');
    switch (this.#expected[0]) {
      case 'ping':
        this.#expected.shift();
        if (isError && !/^-(NOAUTH|NOPERM|ERR operation not permitted)/.test(line)) {
          this.#fail(`Error reply to PING from master: '${line}'`);
        } else this.#introduce();
        return;
      case 'auth':
        this.#expected.shift();
        if (isError) this.#fail(`Unable to AUTH to MASTER: ${line}`);
        return;
      case 'port':
      case 'ip':
      case 'capa':
        if (isError) {
          const what = { port: 'listening-port', ip: 'ip-address', capa: 'capa' }[this.#expected[0]];
          this.#server.persistence.note(
            `(Non critical) Master does not understand REPLCONF ${what}: ${line}`,
          );
        }
        if (this.#expected.shift() === 'capa') this.#ask();
        return;
      case 'psync':
        if (line === '') return;
        this.#expected.shift();
        this.#answeredPsync(line);
        return;
      case 'file':
        if (line !== '') this.#beginFile(line);
        return;
      default:
        this.#fail('The master speaks without being asked');
    }
  }

  #introduce(): void {
    const { config } = this.#server;
    const [user, password] = [config.text('masteruser'), config.text('masterauth')];
    if (password !== '') this.#say('auth', 'AUTH', ...(user === '' ? [] : [user]), password);
    const port = config.number('replica-announce-port') || config.number('port');
    this.#say('port', 'REPLCONF', 'listening-port', String(port));
    const host = config.text('replica-announce-ip');
    if (host !== '') this.#say('ip', 'REPLCONF', 'ip-address', host);
    this.#say('capa', 'REPLCONF', 'capa', 'eof', 'capa', 'psync2');
  }

  #ask(): void {
    const { env, replication, persistence } = this.#server;
    const { cached } = this.#master;
    const failover = replication.failover?.stage === 'failover-in-progress' ? ['FAILOVER'] : [];
    if (cached === null) {
      persistence.note('Partial resynchronization not possible (no cached master)');
      this.#say('psync', 'PSYNC', '?', '-1', ...failover);
      env.probe?.emit({ type: 'replica.psync', id: '?', offset: -1 });
    } else {
      const { id, offset } = cached;
      persistence.note(`Trying a partial resynchronization (request ${id}:${offset + 1}).`);
      this.#say('psync', 'PSYNC', id, String(offset + 1), ...failover);
      env.probe?.emit({ type: 'replica.psync', id, offset: offset + 1 });
    }
  }

  #answeredPsync(line: string): void {
    const full = /^\+FULLRESYNC ([0-9a-f]{40}) ([0-9]+)$/i.exec(line);
    this.#ends.answered(full !== null || line.startsWith('+CONTINUE'));
    if (!this.#link.isOpen) return;
    if (full !== null) {
      this.#place = { id: full[1], offset: Number(full[2]), db: 0 };
      this.#server.persistence.note(`Full resync from master: ${full[1]}:${full[2]}`);
      this.#awaitFile();
    } else if (line.startsWith('+CONTINUE')) {
      this.#isOver = true;
      const id = /^\+CONTINUE ([0-9a-f]{40})/i.exec(line)?.[1] ?? null;
      this.#ends.goesOn(id, this.#takeRest());
    } else if (/^-(NOMASTERLINK|LOADING)/.test(line)) {
      this.#fail(`Master is currently unable to PSYNC but should be in the future: ${line}`);
    } else {
      this.#server.persistence.note(
        line.startsWith('-ERR')
          ? `Master does not support PSYNC or is in error state (reply: ${line})`
          : `Unexpected reply to PSYNC from master: ${line}`,
      );
      this.#place = null;
      this.#link.send(bytesOf('SYNC\r\n'));
      this.#awaitFile();
    }
  }

  #awaitFile(): void {
    this.#expected = ['file'];
    this.#master.stage = 'transfer';
    this.#emitStage('sync');
  }

  #beginFile(line: string): void {
    if (line.startsWith('-')) {
      this.#fail(`MASTER aborted replication with an error: ${line}`);
      return;
    }
    const mark = /^\$EOF:(.{40})$/s.exec(line);
    const length = /^\$([0-9]+)$/.exec(line);
    if (mark !== null) this.#mark = bytesOf(mark[1]);
    else if (length !== null) this.#lengthBytes = Number(length[1]);
    else {
      this.#fail(
        `Bad protocol from MASTER, the first byte is not '$' (we received '${line}'), are you sure the host and port are right?`,
      );
      return;
    }
    this.#server.persistence.note(
      mark !== null
        ? 'MASTER <-> REPLICA sync: receiving streamed RDB from master with EOF to disk'
        : `MASTER <-> REPLICA sync: receiving ${this.#lengthBytes} bytes from master to disk`,
    );
    this.#noteReceived();
  }

  #noteReceived(): void {
    this.#master.transfer = { lengthBytes: this.#lengthBytes, receivedBytes: this.#received };
  }

  #takeFile(bytes: Uint8Array): void {
    const { replication } = this.#server;
    if (this.#lengthBytes !== null) {
      const wanted = Math.min(bytes.length, this.#lengthBytes - this.#received);
      this.#keep(bytes.slice(0, wanted));
      replication.inputBytes += wanted;
      if (this.#received === this.#lengthBytes) this.#endFile(this.#whole(), bytes.slice(wanted));
      return;
    }
    this.#keep(bytes.slice());
    replication.inputBytes += bytes.length;
    if (this.#received < MARK_BYTES || this.#mark === null) return;
    // The mark may have come in two parts.
    if ((this.#chunks.at(-1) as Uint8Array).length < MARK_BYTES) this.#chunks = [this.#whole()];
    const last = this.#chunks.at(-1) as Uint8Array;
    if (!equalBytes(last.subarray(last.length - MARK_BYTES), this.#mark)) return;
    this.#endFile(this.#whole().subarray(0, this.#received - MARK_BYTES), NOTHING);
  }

  #keep(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#received += bytes.length;
    this.#noteReceived();
  }

  #whole(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0] : concatBytes(this.#chunks);
  }

  #endFile(file: Uint8Array, rest: Uint8Array): void {
    this.#isOver = true;
    this.#chunks = [];
    this.#master.transfer = null;
    this.#ends.hasFile(file, this.#place, rest);
  }

  #fail(why: string): void {
    this.#isOver = true;
    this.#ends.failed(why);
  }
}

const NOTHING = new Uint8Array(0);
