import { afterAll, afterEach } from 'vitest';
import { takeBrokenRules } from './checked-transactions.ts';
import { removeTemporaryFolders } from './temporary.ts';

/** Runs with every file of tests. */
afterAll(removeTemporaryFolders);
afterEach(expectRulesKept);
afterAll(expectRulesKept);

function expectRulesKept(): void {
  const broken = takeBrokenRules();
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
