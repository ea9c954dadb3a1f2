import { useEffect, useRef, useState } from 'react';
import { Popover } from '../controls/Popover.tsx';
import { useLanguage } from '../i18n/index.ts';
import { useSession, useSessionStore } from '../session/hooks.ts';
import { NumberField } from './NumberField.tsx';
import { sendTraffic, type TrafficProgress } from './traffic.ts';
import { labWords } from './words.ts';

const usual = { keys: 1000, skew: 1, readPercent: 90, perSecond: 500, seed: 1 };
/** Every write goes on to replicas, and each of these messages is a frame. */
const usualInWorld = { keys: 200, skew: 0.5, readPercent: 50, perSecond: 50, seed: 1 };

/** Sends the traffic of many users to the server until it is stopped. */
export function TrafficControl() {
  const words = labWords[useLanguage()];
  const session = useSessionStore();
  const isWorld = useSession((state) => state.start?.world !== undefined);
  const [orders, setOrders] = useState({ one: usual, several: usualInWorld });
  const which = isWorld ? 'several' : 'one';
  const order = orders[which];
  const setOrder = (next: typeof usual) => setOrders({ ...orders, [which]: next });
  const [progress, setProgress] = useState<TrafficProgress | null>(null);
  const stop = useRef<AbortController | null>(null);
  const server = useSession((state) => state.server);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is under way ends with its server.
  useEffect(() => () => stop.current?.abort(), [server]);

  const start = async () => {
    const traffic = new AbortController();
    stop.current = traffic;
    // What is under way may take a while to come back from servers that are behind.
    traffic.signal.addEventListener('abort', () => setProgress(null));
    const db = session.getState().clients[0]?.db ?? 0;
    setProgress({ sent: 0, reads: 0, hits: 0, failed: 0, perSecond: 0 });
    let shownMs = 0;
    await sendTraffic(session, {
      ...order,
      db,
      signal: traffic.signal,
      onProgress(now) {
        // Figures that change faster than a person reads are only noise.
        if (traffic.signal.aborted || performance.now() - shownMs < 250) return;
        shownMs = performance.now();
        setProgress(now);
      },
    });
    if (!traffic.signal.aborted) setProgress(null);
  };

  if (progress !== null) {
    const { perSecond, reads, hits, failed } = progress;
    return (
      <span className="lab-traffic">
        <button type="button" className="button" onClick={() => stop.current?.abort()}>
          {words.trafficStop}
        </button>
        <span className="fill-figures">
          {words.trafficFigures(perSecond, reads === 0 ? null : (hits / reads) * 100)}
          {failed > 0 && ` · ${words.trafficFailed(failed)}`}
        </span>
      </span>
    );
  }
  return (
    <Popover label={words.traffic} button={words.traffic} buttonClass="button">
      {(close) => (
        <form
          className="lab-form"
          onSubmit={(event) => {
            event.preventDefault();
            close();
            void start();
          }}
        >
          <p className="clock-about">{isWorld ? words.trafficInWorld : words.trafficAbout}</p>
          <NumberField
            label={words.trafficKeys}
            value={order.keys}
            least={1}
            most={1_000_000}
            onChange={(keys) => setOrder({ ...order, keys: Math.floor(keys) })}
          />
          <NumberField
            label={words.trafficSkew}
            value={order.skew}
            least={0}
            most={3}
            step={0.1}
            onChange={(skew) => setOrder({ ...order, skew })}
          />
          <NumberField
            label={words.trafficReads}
            value={order.readPercent}
            least={0}
            most={100}
            onChange={(readPercent) => setOrder({ ...order, readPercent })}
          />
          <NumberField
            label={words.trafficRate}
            value={order.perSecond}
            least={1}
            most={20_000}
            onChange={(perSecond) => setOrder({ ...order, perSecond })}
          />
          <NumberField
            label={words.fillSeed}
            value={order.seed}
            least={0}
            most={0xffff_ffff}
            onChange={(seed) => setOrder({ ...order, seed: Math.floor(seed) })}
          />
          <button type="submit" className="button is-primary">
            {words.trafficStart}
          </button>
        </form>
      )}
    </Popover>
  );
}
