import type { Generation, SessionStart } from '../../protocol/session.ts';

/** A new server: random seed, starts now. */
export function freshStart(generation: Generation): SessionStart {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  // The server is the reader's own, so DEBUG is allowed. Both modules are loaded to be tried; COMMAND marks what a
  // plain server does not have.
  const config = { 'enable-debug-command': 'yes', loadmodule: 'timeseries bloom' };
  return { generation, seed, startMs: Date.now(), config };
}
