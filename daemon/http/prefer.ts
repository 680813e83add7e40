export interface Preferences {
  /** `outcome=strict`: outcomes other than `sent` answer with an error status. */
  readonly strict: boolean;
  /** Headers that tell which preferences were honoured. */
  readonly applied: Readonly<Record<string, string>>;
}

/** Reads a Prefer header (RFC 7240); unknown preferences are ignored, as it asks. */
export function readPreferences(header: string | undefined): Preferences {
  const strict = (header ?? '').split(',').some((part) => /^outcome\s*=\s*"?strict"?$/i.test(part.trim()));
  return { strict, applied: strict ? { 'preference-applied': 'outcome=strict' } : {} };
}
