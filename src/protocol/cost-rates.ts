/** The figures of the engine's cost model (engine/state/command/cost-model.ts), for panels that explain it. */
export const costRates = {
  fastMicroseconds: 1,
  slowMicroseconds: 3,
  argumentsPerMicrosecond: 16,
  messageBytesPerMicrosecond: 2048,
  heapBytesPerMicrosecond: 4096,
  keysPerMicrosecond: 20,
} as const;
