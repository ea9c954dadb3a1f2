/** What is fetched when a session is first saved or loaded: a chunk of its own, see host.ts. */
export { decodeLink, encodeFile, encodeLink, encodeSince, openFile } from './session-file.ts';
export { scriptOf } from './session-script.ts';
export { twinsOf } from './twins.ts';
