/**
 * Advisory locks of the database: any numbers that differ, the same in all versions of the daemon. A number
 * that two purposes share makes one wait for the other.
 */

/** One program migrates at a time. */
export const MIGRATION_LOCK = 43_102_525;
/** One node is registered, or taken over, at a time. */
export const NODES_LOCK = 43_102_526;
/** A backup is being made. */
export const BACKUP_LOCK = 43_102_527;
