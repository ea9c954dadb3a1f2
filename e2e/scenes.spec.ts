/**
 * Every scene of the lab, played by its own buttons. What its sentences claim is read from the console and from the
 * panels beside it. Claims that neither shows are held to the engine by src/ui/lab/scenarios.test.ts.
 */
import { expect, type Locator, test } from '@playwright/test';
import { readLine } from '../src/protocol/action-lines.ts';
import { en } from '../src/ui/i18n/en.ts';
import { type Claim, type Scenario, scenarios } from '../src/ui/lab/scenarios.ts';
import { Lab } from './lab.ts';
import { ask, pass } from './panels.ts';

/** A scene on the page, and the commands that it proposes. */
class Scene {
  readonly lab: Lab;
  readonly scenario: Scenario;
  readonly note: Locator;
  /** What a panel said when it was last read. */
  #read = '';

  constructor(lab: Lab, scenario: Scenario) {
    this.lab = lab;
    this.scenario = scenario;
    this.note = lab.page.getByRole('region', { name: scenario.title.en });
  }

  async enter(): Promise<void> {
    const { lab, scenario } = this;
    await lab.open('./#/lab');
    await expect(lab.panel('Keyspace')).toContainText('0 keys');
    await lab.button('Scenes').click();
    const about = `${scenario.title.en} ${scenario.about.en}`;
    await lab.page.getByRole('button', { name: about }).click();
    await expect(this.note).toContainText(scenario.about.en);
    await lab.settle();
  }

  /** Presses the proposed command and goes to its end. */
  async propose(nth: number): Promise<void> {
    const before = Number(await this.lab.timeline.getAttribute('aria-valuemax'));
    await this.note.locator('.lab-scene-command').nth(nth).click();
    const length = () => this.lab.timeline.getAttribute('aria-valuemax').then(Number);
    await expect.poll(length).toBeGreaterThan(before);
    await this.lab.settle();
  }

  /** Lets happen by hand what a claim adds. */
  async add(text: string): Promise<void> {
    const line = readLine(text)!;
    if (line.type === 'command') {
      await ask(this.lab, line.command);
      await this.lab.settle();
    } else if (line.type === 'advance') {
      await pass(this.lab, ...Array.from({ length: line.ms / 1000 }, () => '+1 s'));
    } else if (line.type === 'event') {
      await this.lab.button('Power').click();
      const words = { cut: 'Cut the power: unsynced data is lost', start: 'Restart from disk' };
      await this.lab.button(words[line.words[0] as keyof typeof words]).click();
      await this.lab.settle();
    }
  }

  /** The figure or word that stands where the claim says; null where it is not shown. */
  async valueOf({ shown }: Pick<Claim, 'shown'>): Promise<string | null> {
    const [panel, words] = shown!;
    const [before, after] = words.split('#').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#read = (await this.lab.panel(en.panels[panel as keyof typeof en.panels]).innerText()).replace(
      /\s+/g,
      ' ',
    );
    return new RegExp(`${before}(-?[\\w,]+)${after}`).exec(this.#read)?.[1].replaceAll(',', '') ?? null;
  }

  async expectShown(claim: Claim, before: string | null): Promise<void> {
    const { observe, is, atLeast, grows } = claim;
    const isSo = async () => {
      const found = await this.valueOf(claim);
      if (is !== undefined && found !== String(is)) return this.#read;
      if (atLeast !== undefined && !(Number(found ?? Number.NaN) >= atLeast)) return this.#read;
      if (grows && !(Number(found ?? Number.NaN) > Number(before))) return this.#read;
      return 'as claimed';
    };
    // A failure then says what the panel showed instead.
    await expect.poll(isSo, `${observe}: ${claim.shown![1]}`).toBe('as claimed');
  }

  async expectReply({ is }: Claim): Promise<void> {
    const printed = () =>
      this.lab.replies
        .locator('[data-key]')
        .last()
        .innerText()
        .then((text) => text.replace(/\s+/g, ' ').trim());
    const wanted = String(is).replace(/\s+/g, ' ');
    await expect.poll(async () => (await printed()).endsWith(` ${wanted}`), wanted).toBe(true);
  }

  /** What the page shows of a claim. */
  async expectClaim(claim: Claim, before: string | null): Promise<void> {
    if (claim.observe === 'last.reply') await this.expectReply(claim);
    else if (claim.shown !== undefined) await this.expectShown(claim, before);
  }
}

const isSeen = ({ observe, shown }: Claim) => observe === 'last.reply' || shown !== undefined;

/** Counted lines are the work of a data set or of traffic, and minutes are too many presses of a button. */
const isByHand = ({ and = [] }: Claim) =>
  and.every((text) => {
    const line = readLine(text);
    return !text.includes('{') && (line?.type !== 'advance' || line.ms <= 5000);
  });

for (const scenario of scenarios) {
  const claims = scenario.story.flatMap((sentence) => sentence.claims).filter(isSeen);

  test(`the scene ${scenario.id} keeps what its sentences claim`, async ({ page }) => {
    const lab = new Lab(page);
    const scene = new Scene(lab, scenario);
    await scene.enter();
    expect(claims.length).toBeGreaterThan(0);
    for (let after = 0; after <= scenario.next.length; after++) {
      const due = claims.filter((claim) => claim.after === after && claim.and === undefined);
      const before: (string | null)[] = [];
      for (const claim of due) before.push(claim.grows ? await scene.valueOf(claim) : null);
      if (after > 0) await scene.propose(after - 1);
      for (const [nth, claim] of due.entries()) await scene.expectClaim(claim, before[nth]);
    }
    lab.expectNoTroubles();
  });

  for (const claim of claims.filter((one) => one.and !== undefined && isByHand(one))) {
    test(`the scene ${scenario.id} after ${claim.after} and ${claim.and!.join(', ')}`, async ({ page }) => {
      const lab = new Lab(page);
      const scene = new Scene(lab, scenario);
      await scene.enter();
      for (let nth = 0; nth < claim.after; nth++) await scene.propose(nth);
      for (const line of claim.and!) await scene.add(line);
      await scene.expectClaim(claim, null);
      // Also at rest: what only a passing moment shows is seen by chance.
      await lab.settle();
      await scene.expectClaim(claim, null);
      lab.expectNoTroubles();
    });
  }
}

const scenarioOf = (id: string) => scenarios.find((scenario) => scenario.id === id)!;

test('traffic in the scene without room evicts on and on', async ({ page }) => {
  const lab = new Lab(page);
  const scene = new Scene(lab, scenarioOf('eviction'));
  await scene.enter();
  await lab.button('Traffic').click();
  await lab.button('Start').click();
  const evicted = async () => Number(await scene.valueOf({ shown: ['eviction', '# evicted so far'] }));
  await expect.poll(evicted).toBeGreaterThan(40);
  await lab.button('Stop traffic').click();
  await expect(lab.panel('Eviction')).toContainText('of 16.0 KB');
  lab.expectNoTroubles();
});

test('the visitors of the data set make the HyperLogLog dense', async ({ page }) => {
  const lab = new Lab(page);
  const scene = new Scene(lab, scenarioOf('visitors'));
  await scene.enter();
  await lab.button('Fill').click();
  await page
    .getByRole('combobox', { name: 'Data', exact: true })
    .selectOption('Visitors in a week (HyperLogLog)');
  await lab.button('100,000 keys').click();
  // As long as the engine takes for them on a busy machine.
  const filled = page.getByRole('status').filter({ hasText: '100,000 keys' });
  await expect(filled).toBeVisible({ timeout: 60_000 });
  expect(await ask(lab, 'PFDEBUG ENCODING visitors:day0')).toBe('dense');
  lab.expectNoTroubles();
});

test('a scene opens with the way of no search and the caption of no command', async ({ page }) => {
  const lab = new Lab(page);
  const scene = new Scene(lab, scenarioOf('rehash'));
  await scene.enter();
  const caption = lab.panel('Dictionary').locator('.panel-frame-narration');
  await expect(caption).toHaveText('');
  await scene.propose(0);
  await expect(caption).toContainText('SET user:9 9');
  lab.expectNoTroubles();
});
