/** Preferences of a request, from its `Prefer` header. */
export interface Preferences {
  /** `outcome=strict`: outcomes other than `sent` answer with an error status. */
  readonly strict: boolean;
  /** `idempotency=strict`: a key that was used with other content is an error. */
  readonly strictKey: boolean;
  /** `respond-async`: the answer may come before the outcome. */
  readonly async: boolean;
  /** Headers that confirm the strict ones. */
  readonly applied: Readonly<Record<string, string>>;
}

/** How a request that sends or writes mail wants to be repeated and answered. */
export interface KeyedOptions {
  /** Null allows repetition. */
  readonly key: string | null;
  readonly preferences: Preferences;
}
