/**
 * Long scripts. A script that is not done after its slice of instructions is put aside until its next one:
 *
 *   first slice    ──▶ held: no client is read, as in one thread    ──▶ busy: others get BUSY, SCRIPT KILL works
 *   at the command     every SLICE_MS another slice                     from busy-reply-threshold on
 *
 * Virtual time passes by the model of `INSTRUCTIONS_PER_MS`, whatever the machine below takes in real time. To a
 * script, keys expire as of its start; only TIME shows it that time goes on.
 */
import type { RunningScript, ScriptRequest } from '../state/scripting.ts';
import type { Server } from '../state/server.ts';

/** How long a slice takes in virtual time: 20 000 instructions are one millisecond. */
export const SLICE_MS = 5;

/** Runs a script or function whose checks are passed. It may go on after this returns. */
export function beginScript(server: Server, request: ScriptRequest): void {
  const { scripting } = server;
  const running: RunningScript = {
    request,
    startedAtMs: server.nowMs,
    wakeAtMs: 0,
    hasWritten: false,
    isBusy: false,
    isKilled: false,
    instructions: 0,
    account: null,
    afterwards: [],
  };
  const machine = scripting.machine;
  if (machine === null) return;
  scripting.running = running;
  scripting.isInScript = true;
  // The commands of a script propagate, not the script.
  server.propagation.prevent();
  let outcome: 'ended' | 'paused' = 'ended';
  try {
    outcome = machine.start(running);
  } finally {
    scripting.isInScript = false;
    if (outcome === 'ended') scripting.running = null;
  }
  if (outcome === 'paused') {
    server.propagation.hold();
    scripting.caller = request.client;
    putAside(server, running);
  }
}

function putAside(server: Server, running: RunningScript): void {
  running.wakeAtMs = server.nowMs + SLICE_MS;
  const thresholdMs = server.config.number('busy-reply-threshold');
  if (thresholdMs > 0 && server.nowMs - running.startedAtMs >= thresholdMs && !running.isBusy) {
    running.isBusy = true;
    server.env.probe?.emit({ type: 'script.busy', name: running.request.name });
  }
  if (!running.isBusy) server.blockedUntilMs = running.wakeAtMs;
}

/** The next slice of a paused script, or its end if it was killed. */
export function continueScript(server: Server): void {
  const { scripting } = server;
  const { running } = scripting;
  const machine = scripting.existingMachine;
  if (running === null || machine === null) return;
  const { nowMs, currentClient, commandingClient } = server;
  const { client } = running.request;
  server.keyspace.setTime(running.startedAtMs);
  server.currentClient = client;
  server.commandingClient = client;
  scripting.isInScript = true;
  server.statistics.takeErrors();
  let outcome: 'ended' | 'paused' = 'ended';
  try {
    if (running.isKilled) machine.kill(running);
    else outcome = machine.resume(running);
  } finally {
    scripting.isInScript = false;
    server.currentClient = currentClient;
    server.commandingClient = commandingClient;
    server.keyspace.setTime(nowMs);
  }
  if (outcome === 'paused') putAside(server, running);
  else finish(server, running);
}

function finish(server: Server, running: RunningScript): void {
  const { scripting } = server;
  const { client } = running.request;
  scripting.running = null;
  scripting.caller = null;
  running.account?.();
  for (const goOn of running.afterwards) {
    goOn();
    // The rest of a transaction may have begun another long script, which then has the rest of this.
    if (scripting.running !== null) return;
  }
  server.propagation.release();
  if (client.replyMode === 'off') client.reply.truncate(0);
  server.addressed.add(client);
  server.blocking.unblocked.add(client);
}
