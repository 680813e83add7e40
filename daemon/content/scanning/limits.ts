/** Longest text of one part that is looked at, in UTF-16 units; more makes the scan incomplete. */
export const LONGEST_PART = 4_000_000;
