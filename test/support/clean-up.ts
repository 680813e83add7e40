import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary.ts';

/** Runs with every file of tests. */
afterAll(removeTemporaryFolders);
