import { useState } from 'react';
import { showConsole } from '../../console/local-entries.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useSession } from '../../session/hooks.ts';
import { isCut, nodesHere, worldHere } from '../../session/nodes.ts';
import { operationWords } from './operation-words.ts';
import '../panel-tools.css';
import './operations.css';

/** What a reader can do to one of several servers: its process, its clock, its disk. */
export function NodeControls({ node: number }: { readonly node: number }) {
  const words = operationWords[useLanguage()];
  const { changeDisk, changeWorld, crashNode, openClient, restartNode } = useActions();
  const node = useSession((state) => nodesHere(state).find((each) => each.number === number));
  if (node === undefined) return null;
  const { isDown, isFrozen, isDiskFull } = node;
  return (
    <>
      {/* The same button before and after, so that the keyboard does not lose its place. */}
      <Operation
        name={isDown ? words.restart : words.kill}
        run={() => (isDown ? restartNode(number) : crashNode(number, 'nothing'))}
      />
      {!isDown && (
        <>
          <Operation name={words.power} run={() => crashNode(number, 'unsynced')} />
          <Operation
            name={isFrozen ? words.thaw : words.freeze}
            run={() => changeWorld({ type: isFrozen ? 'thaw' : 'freeze', node: number })}
          />
        </>
      )}
      {!isDown && !isFrozen && (
        <Operation name={words.console} run={async () => showConsole(await openClient(number))} />
      )}
      <ClockControl node={number} />
      <Operation
        name={isDiskFull ? words.freeDisk : words.fillDisk}
        run={() => changeDisk({ full: !isDiskFull, node: number })}
      />
      <Operation name={words.remove} run={() => changeWorld({ type: 'remove', node: number })} />
    </>
  );
}

/** Sets a clock off the world's time, or lets it run at another rate. */
function ClockControl({ node }: { readonly node: number }) {
  const words = operationWords[useLanguage()];
  const { changeWorld } = useActions();
  const clock = useSession((state) => nodesHere(state).find(({ number }) => number === node)?.clock ?? null);
  const [isOpen, setOpen] = useState(false);
  const [seconds, setSeconds] = useState(30);
  const [rate, setRate] = useState(1);
  if (clock !== null)
    return (
      <Operation
        name={words.clockRight}
        run={() => changeWorld({ type: 'clock', node, offsetMs: 0, rate: 1 })}
      />
    );
  if (!isOpen)
    return (
      <button type="button" className="panel-button" aria-expanded={false} onClick={() => setOpen(true)}>
        {words.clock}
      </button>
    );
  return (
    <form
      className="operations-clock"
      onSubmit={(event) => {
        event.preventDefault();
        setOpen(false);
        void changeWorld({ type: 'clock', node, offsetMs: Math.round(seconds * 1000), rate });
      }}
    >
      <label>
        {words.clockOffset}
        <input
          type="number"
          min={-86_400}
          max={86_400}
          step="any"
          value={seconds}
          // biome-ignore lint/a11y/noAutofocus: the reader has just asked for it.
          autoFocus
          onChange={({ target }) => setSeconds(target.valueAsNumber || 0)}
        />
      </label>
      <label>
        {words.clockRate}
        <input
          type="number"
          min={0.1}
          max={100}
          step="any"
          value={rate}
          onChange={({ target }) => setRate(target.valueAsNumber || 1)}
        />
      </label>
      <button type="submit" className="panel-button">
        {words.clockSet}
      </button>
    </form>
  );
}

/** What a slowed path takes. */
const slowMs = 500;

/** What a reader can do to the ways between two servers, each direction for itself or both at once. */
export function PairControls({ one, other }: { readonly one: number; readonly other: number }) {
  const words = operationWords[useLanguage()];
  const { changeWorld } = useActions();
  const both = [
    { from: one, to: other },
    { from: other, to: one },
  ];
  const cuts = useSession((state) => {
    const world = worldHere(state);
    return world === null ? 0 : both.filter((path) => isCut(world, path)).length;
  });
  const all = cuts === 2 ? 'mend' : 'cut';
  return (
    <>
      <Operation
        name={all === 'mend' ? words.mendBoth : words.cutBoth}
        run={async () => {
          for (const path of both) await changeWorld({ type: all, ...path });
        }}
      />
      {both.map(({ from, to }) => (
        <PathControls key={from} from={from} to={to} />
      ))}
    </>
  );
}

function PathControls({ from, to }: { readonly from: number; readonly to: number }) {
  const words = operationWords[useLanguage()];
  const { changeWorld } = useActions();
  const world = useSession(worldHere);
  const usual = useSession((state) => state.start?.world?.latency);
  if (world === null) return null;
  const path = { from, to };
  const names = [world.nodes[from]?.name ?? '', world.nodes[to]?.name ?? ''] as const;
  const cut = isCut(world, path) ? 'mend' : 'cut';
  const slowed = world.slow.find((each) => each.from === from && each.to === to);
  const isSlow = slowed !== undefined && slowed.latency.ms !== usual?.ms;
  const latency = isSlow ? (usual ?? { ms: 0, jitterMs: 0 }) : { ms: slowMs, jitterMs: 0 };
  return (
    <>
      <Operation name={words[cut](...names)} run={() => changeWorld({ type: cut, ...path })} />
      <Operation
        name={words[isSlow ? 'usual' : 'slow'](...names)}
        run={() => changeWorld({ type: 'slow', ...path, latency })}
      />
    </>
  );
}

function Operation({ name, run }: { readonly name: string; readonly run: () => Promise<unknown> }) {
  return (
    <button type="button" className="panel-button" onClick={() => void run()}>
      {name}
    </button>
  );
}
