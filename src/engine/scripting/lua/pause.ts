/**
 * The budget of the slice that is running. One script runs at a time, in whatever server it belongs to, so there is
 * one budget; it is set anew with every slice and says nothing between them.
 */
export const pause = {
  /** Instructions left. Work of the libraries is charged as well. */
  budget: 0,
  /** The yield under way is a pause of the machine and none of the script. */
  isOne: false,
};
