/** The type of a section of INFO. */
export type Field = readonly [name: string, value: string | number];
