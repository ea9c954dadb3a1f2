/**
 * The two connections to an instance: one for commands, one that listens to its hello channel. Sentinels that watch
 * several masters together share one link. Mirrors instanceLink of sentinel.c.
 */
import type { Conversation } from './conversation.ts';

export class InstanceLink {
  /** Instances that share it. */
  users = 1;
  /** At least one of its connections is missing. */
  isDisconnected = true;
  pendingCommands = 0;
  commands: Conversation | null = null;
  messages: Conversation | null = null;
  commandsSinceMs = 0;
  messagesSinceMs = 0;
  lastMessageMs = 0;
  /** The last acceptable reply to a PING. */
  lastAvailableMs: number;
  /** The first PING without an answer; 0 when none is waited for. */
  waitingSinceMs: number;
  lastPingMs = 0;
  /** The last reply of any kind to a PING. */
  lastPongMs: number;
  lastReconnectMs = 0;

  constructor(nowMs: number) {
    this.lastAvailableMs = nowMs;
    // A server that cannot be reached at all counts as waited for since now.
    this.waitingSinceMs = nowMs;
    this.lastPongMs = nowMs;
  }

  closeCommands(): void {
    this.commands?.close();
    this.commands = null;
    this.pendingCommands = 0;
    this.isDisconnected = true;
  }

  closeMessages(): void {
    this.messages?.close();
    this.messages = null;
    this.isDisconnected = true;
  }

  /** One of its users leaves; the last one hangs up. */
  release(): void {
    if (--this.users > 0) return;
    this.closeCommands();
    this.closeMessages();
  }
}
