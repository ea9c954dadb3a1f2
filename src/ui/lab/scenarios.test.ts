import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { type ActionLine, packetOf, readLines, writeLine } from '../../protocol/action-lines.ts';
import { decodeReplies } from '../../protocol/resp.ts';
import { Session } from '../../worker/session.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const panels = readdirSync(join(import.meta.dirname, '../panels'));

class Run {
  readonly session: Session;
  #nowMs = Date.UTC(2024, 0, 1);

  constructor({ generation = '7.0', config = {} }: Scenario) {
    this.session = new Session({ generation, seed: 7, startMs: this.#nowMs, config: { ...config } });
    this.session.open(this.#nowMs);
  }

  do(line: ActionLine): void {
    if (line.type === 'advance') {
      const end = this.#nowMs + line.ms;
      for (let wake = this.session.wakeAtMs; wake !== null && wake <= end; wake = this.session.wakeAtMs) {
        this.session.tick(wake);
      }
      this.#nowMs = end;
      return;
    }
    if (line.type !== 'command') throw new Error(`the lab does not know ${writeLine(line)}`);
    const client = Number(line.client ?? 1);
    while (this.session.overview().clients.every(({ id }) => id < client)) this.session.open(this.#nowMs);
    const { frame } = this.session.send(client, packetOf(line.command), this.#nowMs);
    for (const { bytes } of frame.replies) {
      for (const reply of decodeReplies(bytes)) {
        expect(reply.type, `${line.command}: ${'text' in reply ? reply.text : ''}`).not.toBe('error');
      }
    }
  }
}

describe('every scenario', () => {
  for (const scenario of scenarios) {
    it(`${scenario.id}: runs without an error, and its panels exist`, async () => {
      await loadScripting();
      for (const panel of scenario.panels) expect(panels).toContain(panel);
      const run = new Run(scenario);
      for (const line of readLines([...scenario.given, ...scenario.next])) run.do(line);
    });
  }

  it('has a name of its own', () => {
    expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length);
  });
});
