/** The third link: the machine itself, loaded over the replaced parts. */
import { defs, lstring } from './early.ts';
import { lua } from './load-machine.ts';

export { defs, lstring, lua };
