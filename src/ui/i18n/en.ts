/** The page's words in English. The shape of this object is what every other language must fill. */
export const en = {
  name: 'Rediscope',
  panel: {
    loading: 'Reading the structure…',
    failed: 'This panel could not be drawn.',
    retry: 'Try again',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    before: 'Before',
    after: 'After',
    dropped: (count: number) => `${count.toLocaleString('en')} more steps are not shown.`,
  },
};

export type Messages = typeof en;
