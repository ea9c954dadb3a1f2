/** What every puzzle of a step is given. */
export interface PuzzleProps<Item> {
  readonly item: Item;
  /** 'lesson/item': decides how it is shuffled. */
  readonly name: string;
  /** It was solved in an earlier visit. */
  readonly isKept: boolean;
  onSolved(): void;
}
