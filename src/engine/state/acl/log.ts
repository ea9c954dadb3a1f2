/** Denials by user: ACL LOG. The newest entry comes first; a repetition within a minute increments its count. */
export type DenialReason = 'command' | 'key' | 'channel' | 'auth';
export type DenialContext = 'toplevel' | 'multi' | 'lua' | 'module';

export interface DenialEntry {
  count: number;
  readonly reason: DenialReason;
  readonly context: DenialContext;
  /** The command, key or channel that was denied; for a login, AUTH or HELLO. */
  readonly object: string;
  readonly username: string;
  atMs: number;
  /** The line that CLIENT LIST had for the client then. */
  clientInfo: string;
}

/** Entries further down are not searched for the same denial. */
const SEARCHED = 10;
const SAME_WITHIN_MS = 60_000;

export class AclLog {
  entries: DenialEntry[] = [];
  /** Denials since the start, by reason: INFO of later versions reports them, here the views do. */
  readonly denials: Record<DenialReason, number> = { command: 0, key: 0, channel: 0, auth: 0 };

  add(denial: Omit<DenialEntry, 'count'>, maxLength: number): void {
    this.denials[denial.reason]++;
    const same = this.entries
      .slice(0, SEARCHED)
      .find(
        (entry) =>
          entry.reason === denial.reason &&
          entry.context === denial.context &&
          denial.atMs - entry.atMs <= SAME_WITHIN_MS &&
          entry.object === denial.object &&
          entry.username === denial.username,
      );
    if (same === undefined) {
      this.entries.unshift({ ...denial, count: 1 });
      this.entries.length = Math.min(this.entries.length, maxLength);
    } else {
      same.count++;
      same.atMs = denial.atMs;
      same.clientInfo = denial.clientInfo;
    }
  }
}
