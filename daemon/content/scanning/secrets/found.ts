/** A secret in a text; offsets are characters. */
export interface FoundSecret {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}
