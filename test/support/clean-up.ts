import { afterAll, afterEach } from 'vitest';
import { takeBrokenRules } from './rehearsal.ts';
import { cleanUpAfterFile, removeTemporaryFolders } from './temporary.ts';

/** Runs with every file of tests. */
afterAll(removeTemporaryFolders);
afterAll(cleanUpAfterFile);
afterEach(expectRulesKept);
afterAll(expectRulesKept);

function expectRulesKept(): void {
  const broken = takeBrokenRules();
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
