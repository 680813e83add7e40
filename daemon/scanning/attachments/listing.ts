/** What is inside an archive. */
export interface Archive {
  /** Paths; those in archives inside come after the archive's own. */
  readonly names: readonly string[];
  readonly encrypted: boolean;
  /** Not everything could be listed: too much, too deep, or damaged. */
  readonly incomplete: boolean;
}

/** Names that are listed of one archive; more is no attachment to look through. */
export const MAX_ENTRIES = 5000;
/** Archives in archives in archives are listed and read; what is deeper, nobody has looked into. */
export const ARCHIVE_LEVELS = 3;
/** What is left of the bytes that may be unpacked. */
export interface Budget {
  bytes: number;
}
