/** The third link: the machine itself, loaded over the replaced parts. */
import { defs, lstring } from './early.ts';
import { loaded } from './load-machine.ts';

const { lua } = loaded;

export { defs, lstring, lua };
