/** The messages between the tabs of one browser. Where they cannot be sent, each tab only reads the database. */
export type TabMessage =
  /** Something was done in another tab: `facts` as the database keeps them. The tab may be of another version. */
  | { readonly type: 'facts'; readonly facts: unknown }
  /** The list of kept sessions has changed. */
  | { readonly type: 'sessions' }
  /** Who has this live session open? `mine` answers. */
  | { readonly type: 'who'; readonly id: string }
  | { readonly type: 'mine'; readonly id: string }
  /** Another tab wants to go on with this live session; `given` answers once its last copy is kept. */
  | { readonly type: 'give'; readonly id: string }
  | { readonly type: 'given'; readonly id: string };

type Listener = (message: TabMessage) => void;

const listeners = new Set<Listener>();
// Tests have no page, and an open channel would keep them from ending.
const channel =
  typeof document === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel('rediscope');

channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
  for (const listener of [...listeners]) listener(event.data);
});

export function postToTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Returns a function that stops listening. */
export function listenToTabs(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
