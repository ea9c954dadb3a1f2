/** The server whose behaviour this one follows; both generations of encodings do. */
export const REDIS_VERSION = '7.0.15';
