/** A boolean as it is stored. */
export type Flag = 0 | 1;
