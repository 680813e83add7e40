type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined fields. */
export function definedFields<T extends Readonly<Record<string, unknown>>>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}
