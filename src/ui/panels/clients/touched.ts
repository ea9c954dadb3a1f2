/** What a step touches on the cards. */
import type { Step } from '../../../protocol/steps.ts';
import type { ClientsView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';

export interface Touched {
  readonly client: number;
  readonly what: 'client' | 'queued' | 'runs' | 'watch' | 'wait' | 'listen' | 'tracking' | 'message';
  /** In the queue of a transaction. */
  readonly position?: number;
  readonly key?: string;
  readonly name?: string;
}

export function touchedBy({ step }: Scene<ClientsView>): Touched | null {
  return step === null ? null : ofStep(step);
}

function ofStep(step: Step): Touched | null {
  switch (step.type) {
    case 'client.blocked':
      return { client: step.client, what: 'wait' };
    case 'client.unblocked':
    case 'exec.refused':
    case 'exec.begin':
    case 'exec.end':
      return { client: step.client, what: 'client' };
    case 'multi.queued':
      return { client: step.client, what: 'queued', position: step.position };
    case 'exec.command':
      return { client: step.client, what: 'runs', position: step.position };
    case 'watch.touched':
      return { client: step.client, what: 'watch', key: step.key };
    case 'pubsub.subscribed':
    case 'pubsub.unsubscribed':
      return { client: step.client, what: 'listen', name: step.name };
    case 'pubsub.published':
      return { client: step.client, what: 'client' };
    case 'pubsub.delivered':
      return { client: step.client, what: 'message', name: step.pattern ?? step.channel };
    case 'tracking.remembered':
      return { client: step.client, what: 'tracking', key: step.key };
    case 'tracking.invalidated':
      return { client: step.client, what: 'tracking' };
    default:
      return null;
  }
}

export function isTouched(touched: Touched | null, client: number, what: Touched['what']): boolean {
  return touched !== null && touched.client === client && touched.what === what;
}
