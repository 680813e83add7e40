import { z } from 'zod';
import { timestampInput } from '../../../../shared/contract/fields.ts';
import { issueWords } from '../../../../shared/contract/issue-words.ts';
import { PREVIEW_ORIGINS } from '../../../../shared/contract/values.ts';
import type { CommandContext } from '../../../context.ts';
import { schemaError } from '../file/problems.ts';
import { loadSetup } from '../file/source.ts';

/** Tests of policies: what would become of a message. */

/** `allowed` is sent or held: not refused. */
const EXPECTED = ['sent', 'held', 'refused', 'allowed'] as const;

const policyCase = z.strictObject({
  name: z.string().min(1).max(200),
  mailbox: z.string().min(1),
  /** Who would send. Default: an agent. */
  origin: z.enum(PREVIEW_ORIGINS).optional(),
  to: z.union([z.string(), z.array(z.string()).min(1)]),
  subject: z.string().optional(),
  body: z.string().optional(),
  at: timestampInput.optional(),
  expect: z.enum(EXPECTED),
  /** Gate that decides. */
  because: z.string().optional(),
});
export type PolicyCase = z.output<typeof policyCase>;

const MOST_CASES = 1000;
const policyTests = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  tests: z.array(policyCase).min(1).max(MOST_CASES),
});

/** Reads a file of tests, as a setup file is read. */
export async function readCases(
  { world }: Pick<CommandContext, 'world'>,
  file: string,
): Promise<PolicyCase[]> {
  const { value, sources } = await loadSetup(file, world.env);
  const parsed = policyTests.safeParse(value, { error: issueWords });
  if (!parsed.success) throw schemaError(parsed.error, policyTests, sources);
  return parsed.data.tests;
}
