import { useStore } from 'zustand';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { type Exploration, type ExplorationState, isChanged, variantOf } from './exploration.ts';
import { exploreWords } from './words.ts';

interface GuideProps {
  readonly exploration: Exploration;
  onClose(): void;
}

/** The first minute: four things to do, ticked as they are done. */
export function Guide({ exploration, onClose }: GuideProps) {
  const words = usePair(exploreWords);
  const mask = useStore(exploration, (state) => doneSteps(exploration, state));
  const isDone = (step: number) => (mask & (1 << step)) !== 0;
  const current = words.guide.findIndex((_, step) => !isDone(step));
  return (
    <aside className="guide" aria-label={words.guideTitle}>
      <p className="guide-title">{current === -1 ? words.guideDone : words.guideTitle}</p>
      <ol>
        {words.guide.map((text, step) => (
          <li key={text} data-done={isDone(step)} aria-current={step === current ? 'step' : undefined}>
            <span className="guide-sign" aria-hidden="true">
              {isDone(step) ? '✓' : step + 1}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="icon-button is-quiet"
        aria-label={words.guideClose}
        title={words.guideClose}
        onClick={onClose}
      >
        <Icon name="close" size={16} />
      </button>
    </aside>
  );
}

/** As bits, so that the same steps are the same value. */
export function doneSteps({ scenario }: Exploration, state: ExplorationState): number {
  const verdicts = Object.values(state.results).map(({ verdict }) => verdict);
  const broke =
    [...state.done].some((id) => {
      const [variant, invariant] = id.split('/');
      return variantOf(scenario, variant).never.some((each) => each.id === invariant);
    }) || (state.position?.schedule.broken.length ?? 0) > 0;
  const isSafe = verdicts.some(({ finding, variant }) => {
    const { breaks } = variantOf(scenario, variant);
    return finding === 'proved' && (breaks.length > 0 ? isChangedAny(scenario, state) : true);
  });
  const steps = [state.planned.length > 0, broke, verdicts.length > 0, isSafe];
  return steps.reduce((bits, isDone, step) => bits | (isDone ? 1 << step : 0), 0);
}

function isChangedAny(scenario: Exploration['scenario'], state: ExplorationState): boolean {
  return scenario.variants.some((variant) => isChanged(variant, state.sources));
}
