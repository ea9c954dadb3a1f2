/**
 * How large a saved session may be. Writing and reading check the same limits, so every saved session can be opened
 * again. They leave room for every data set of the lab at a million and for days of ticks; they reject a small file
 * that would fill the memory.
 */
export const sessionLimits = {
  /** Inputs, ticks included: more than ten days of ticks. What branches share counts once. */
  inputs: 10_000_000,
  /** Inputs in the logs of all branches together; what they share counts in each. */
  sharedInputs: 40_000_000,
  branches: 1000,
  /** Bytes that clients sent, and of files on the disk at the start, in all branches together. */
  contentBytes: 1024 * 1024 * 1024,
  /** A stored file; compressed data is hardly ever larger than its contents. */
  fileBytes: 1100 * 1024 * 1024,
  /** Files on the disk at the start. */
  files: 1000,
  /** Characters of a link: browsers and chat programs cut longer addresses. */
  linkCharacters: 60_000,
} as const;
