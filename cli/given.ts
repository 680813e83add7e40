type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value: what a person left out is left out of a request too. */
export function given<T extends Readonly<Record<string, unknown>>>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
