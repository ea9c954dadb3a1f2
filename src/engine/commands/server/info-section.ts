/** What a section of INFO is made of. */
export type Field = readonly [name: string, value: string | number];
