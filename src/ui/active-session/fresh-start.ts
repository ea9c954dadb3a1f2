import type { Generation, SessionStart } from '../../protocol/session.ts';

/** A server nobody has seen before: its seed is drawn, and it starts now. */
export function freshStart(generation: Generation): SessionStart {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  // It is the reader's own: DEBUG, which a server keeps shut to strangers, may be used in it.
  // Both modules are there to be tried; what a plain server has not, COMMAND marks.
  const config = { 'enable-debug-command': 'yes', loadmodule: 'timeseries bloom' };
  return { generation, seed, startMs: Date.now(), config };
}
