/** What was done to the store, as the address has it: `do=w50+w50+d20+g017+c`. */
import { LSM_LIMITS, type LsmAction } from '../../protocol/lsm.ts';
import { readSettings, writeSettings } from './settings-text.ts';

const COUNTED = { w: 'write', o: 'overwrite', d: 'delete' } as const;
const PLAIN = { f: 'flush', c: 'compact', x: 'crash' } as const;

export function lsmActions(text: string | undefined): LsmAction[] {
  const parts = (readSettings(text).get('do') ?? '').split('+');
  return parts.flatMap((part): LsmAction[] => {
    const found = /^([wodgfcx])(\d{0,3})$/.exec(part);
    if (found === null) return [];
    const [, letter, digits] = found;
    if (letter in PLAIN && digits === '') return [{ type: PLAIN[letter as keyof typeof PLAIN] }];
    if (digits === '') return [];
    const number = Number(digits);
    if (letter === 'g') return [{ type: 'get', key: number }];
    if (!(letter in COUNTED) || number < 1 || number > LSM_LIMITS.count) return [];
    return [{ type: COUNTED[letter as keyof typeof COUNTED], count: number }];
  });
}

export function lsmText(actions: readonly LsmAction[]): string | undefined {
  if (actions.length === 0) return undefined;
  return writeSettings([['do', actions.map(partOf).join('+')]]);
}

function partOf(action: LsmAction): string {
  switch (action.type) {
    case 'write':
    case 'overwrite':
    case 'delete':
      return action.type[0] + action.count;
    case 'get':
      return `g${action.key}`;
    case 'crash':
      return 'x';
    default:
      return action.type[0];
  }
}
