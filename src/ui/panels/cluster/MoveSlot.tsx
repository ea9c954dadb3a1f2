import { useState } from 'react';
import type { ClusterView } from '../../../protocol/views-cluster.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { Pair } from '../../i18n/pair.ts';
import { useSession, useSessionStore } from '../../session/hooks.ts';
import { nodesHere } from '../../session/nodes.ts';
import { mastersHere, moveSlot, plannedCommands } from './move-slot.ts';
import { nodeOf, ownerOf } from './nodes.ts';

interface MoveWords {
  readonly move: (slot: number, from: string) => string;
  readonly to: string;
  readonly all: string;
  readonly begin: string;
  readonly beginHint: string;
  readonly moving: string;
  readonly refused: (reason: string) => string;
  readonly commands: string;
}

const moveWords: Pair<MoveWords> = {
  en: {
    move: (slot, from) => `Move slot ${slot} from ${from} to…`,
    to: 'New owner of the slot',
    all: 'Move',
    begin: 'Only begin',
    beginHint:
      'Marks the slot as migrating and importing and stops there: for missing keys clients are told ASK',
    moving: 'Moving…',
    refused: (reason) => `Not moved: ${reason}`,
    commands: 'Commands',
  },
  zh: {
    move: (slot, from) => `把槽 ${slot} 从 ${from} 迁到……`,
    to: '槽的新主人',
    all: '迁移',
    begin: '只开头',
    beginHint: '只打上 MIGRATING 和 IMPORTING 标记就停：键不在时，客户端会收到 ASK',
    moving: '正在迁移……',
    refused: (reason) => `没有迁成：${reason}`,
    commands: '用到的命令',
  },
};

/** Offers to move the slot that is shown to another master, with the commands of redis-cli --cluster reshard. */
export function MoveSlot({ view, slot }: { readonly view: ClusterView; readonly slot: number | null }) {
  const words = moveWords[useLanguage()];
  const session = useSessionStore();
  const nodes = useSession(nodesHere);
  const [chosen, setChosen] = useState<number | null>(null);
  const [state, setState] = useState<'ready' | 'moving' | { readonly refused: string }>('ready');
  const owner = slot === null ? null : (nodeOf(view, ownerOf(view, slot))?.node ?? null);
  const masters = mastersHere(nodes);
  const from = masters.find(({ number }) => number === owner);
  const others = masters.filter(({ number }) => number !== owner);
  const to = others.find(({ number }) => number === chosen) ?? others[0];
  if (slot === null || from === undefined || to === undefined) return null;
  const plan = { slot, from, to };
  const go = async (isBegun: boolean) => {
    setState('moving');
    const refused = await moveSlot(session, plan, isBegun);
    setState(refused === null ? 'ready' : { refused });
  };
  return (
    <details className="cluster-move" data-not-in-picture="">
      <summary>{words.move(slot, from.name)}</summary>
      <div>
        <select
          aria-label={words.to}
          value={to.number}
          onChange={({ target }) => setChosen(Number(target.value))}
        >
          {others.map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="panel-button"
          disabled={state === 'moving'}
          onClick={() => void go(false)}
        >
          {words.all}
        </button>
        <button
          type="button"
          className="panel-button"
          disabled={state === 'moving'}
          title={words.beginHint}
          onClick={() => void go(true)}
        >
          {words.begin}
        </button>
        <span role="status">
          {state === 'moving' ? words.moving : state === 'ready' ? '' : words.refused(state.refused)}
        </span>
        <details>
          <summary>{words.commands}</summary>
          <ol>
            {plannedCommands(plan).map(({ node, line }) => (
              <li key={`${node} ${line}`}>
                <b>{node}</b> <code>{line}</code>
              </li>
            ))}
          </ol>
        </details>
      </div>
    </details>
  );
}
