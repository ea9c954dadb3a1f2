import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { type ActionLine, countedCommands, packetOf, readLines } from '../../protocol/action-lines.ts';
import { decodeReplies } from '../../protocol/resp.ts';
import { Session } from '../../worker/session.ts';
import { type Claim, type Scenario, scenarios } from './scenarios.ts';

const panels = readdirSync(join(import.meta.dirname, '../panels'));
/** The lab draws a seed for each scene: sentences hold with all of them. */
const seeds = [7, 1, 2024];

beforeAll(() => loadScripting());

/** A scene on the engine, with the clock of the lab: it stands, and lines move it. */
class Run {
  readonly session: Session;
  #nowMs = Date.UTC(2024, 0, 1);

  constructor({ generation = '7.0', config = {}, given }: Scenario, seed: number) {
    this.session = new Session({ generation, seed, startMs: this.#nowMs, config: { ...config } });
    this.session.open(this.#nowMs);
    this.do(given);
  }

  do(lines: readonly string[]): void {
    for (const line of readLines(lines)) this.#do(line);
  }

  look(path: string): string | number | null {
    return this.session.observe(path, this.session.lastIndex);
  }

  #do(line: ActionLine): void {
    switch (line.type) {
      case 'advance':
        this.#advance(line.ms);
        break;
      case 'command':
        this.#send(Number(line.client ?? 1), countedCommands(line.command).join(' ;; '));
        break;
      case 'event':
        if (line.words[0] === 'cut') this.session.crash('unsynced', this.#nowMs);
        else this.session.restart(this.#nowMs);
        break;
      case 'close':
        throw new Error('the lab lets no client of a scene hang up');
    }
  }

  #advance(ms: number): void {
    const end = this.#nowMs + ms;
    for (let wake = this.session.wakeAtMs; wake !== null && wake <= end; wake = this.session.wakeAtMs) {
      this.session.tick(wake);
    }
    this.#nowMs = end;
  }

  #send(wanted: number, command: string): void {
    const { session } = this;
    while (session.overview().clients.every(({ id }) => id < wanted)) session.open(this.#nowMs);
    // A server that was started again gives other numbers.
    const { id } = session.overview().clients.find((client) => client.id >= wanted)!;
    const { frame } = session.send(id, packetOf(command), this.#nowMs);
    for (const { bytes } of frame.replies) {
      for (const reply of decodeReplies(bytes)) {
        expect(reply.type, `${command}: ${'text' in reply ? reply.text : ''}`).not.toBe('error');
      }
    }
  }
}

/** Plays the scene once for all claims that need nothing else, and once more for each of the others. */
function expectClaims(scenario: Scenario, claims: readonly Claim[], seed: number): void {
  const run = new Run(scenario, seed);
  for (let after = 0; after <= scenario.next.length; after++) {
    const due = claims.filter((claim) => claim.after === after && claim.and === undefined);
    const before = due.map(({ observe }) => run.look(observe));
    if (after > 0) run.do([scenario.next[after - 1]]);
    due.forEach((claim, nth) => {
      expectClaim(run, claim, before[nth]);
    });
  }
  for (const claim of claims.filter(({ and }) => and !== undefined)) {
    const other = new Run(scenario, seed);
    other.do(scenario.next.slice(0, claim.after));
    const before = other.look(claim.observe);
    other.do(claim.and!);
    expectClaim(other, claim, before);
  }
}

function expectClaim(run: Run, claim: Claim, before: string | number | null): void {
  const { after, observe, is, atLeast, atMost, grows } = claim;
  const found = run.look(observe);
  const what = `${observe} after ${after}`;
  expect(found, what).not.toBeNull();
  if (is !== undefined) expect(found, what).toBe(is);
  if (atLeast !== undefined) expect(found, what).toBeGreaterThanOrEqual(atLeast);
  if (atMost !== undefined) expect(found, what).toBeLessThanOrEqual(atMost);
  if (grows) expect(found, what).toBeGreaterThan(Number(before));
  const wants = [is, atLeast, atMost, grows].filter((wanted) => wanted !== undefined);
  expect(wants.length, `${what} claims nothing`).toBeGreaterThan(0);
}

describe.each(scenarios)('the scene $id', (scenario) => {
  it('runs without an error, and its panels exist', () => {
    for (const panel of scenario.panels) expect(panels).toContain(panel);
    new Run(scenario, 7).do(scenario.next);
  });

  it.each(scenario.story)('says what is so: $en', ({ claims }) => {
    expect(claims.length).toBeGreaterThan(0);
    for (const { after, shown } of claims) {
      expect(after).toBeLessThanOrEqual(scenario.next.length);
      if (shown === undefined) continue;
      expect(scenario.panels).toContain(shown[0]);
      expect(shown[1].split('#')).toHaveLength(2);
    }
    for (const seed of seeds) expectClaims(scenario, claims, seed);
  });
});

it('every scene has a name of its own', () => {
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length);
});
