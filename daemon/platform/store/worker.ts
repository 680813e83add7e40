/**
 * The worker of a database that one daemon uses at a time, as the lock of the home ensures. The name is
 * fixed, so that a restored home continues what its backup left unfinished.
 */
export const SOLE_WORKER = 'local';

/** Of rows in progress that a drained daemon left to others. No node can have the name. */
export const NO_WORKER = '(none)';
