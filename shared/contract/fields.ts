import { z } from 'zod';
import { EXTRACTS } from './limits.ts';
import { AUTOMATIC_KINDS } from './values.ts';

/** Field kinds that several resources share. */

/** Refinement of a text that must not be blank. */
export const notBlank = [(value: string) => value.trim() !== '', 'must not be blank'] as const;

/** A text field that must not be blank. */
export function filled(max: number) {
  return z
    .string()
    .max(max)
    .refine(...notBlank);
}

/** Version and variant are ignored, so an unknown id is a 404 and not a field problem. */
export const UUID_SHAPE = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

export const uuid = z
  .string()
  .regex(UUID_SHAPE, 'must be a UUID')
  .transform((value) => value.toLowerCase())
  .pipe(z.string())
  .meta({ format: 'uuid' });

/**
 * A mailbox in a path or body: its UUID, name or address. What is too long to be any of them names no
 * mailbox.
 */
export const mailboxReference = z.string().min(1).meta({ description: 'Mailbox name, address or UUID.' });

/** A thread in a path: its key, which is a Message-Id with its brackets, or the UUID of a message in it. */
export const threadReference = z.string().min(1).max(2000).meta({
  description: 'Thread ID, or UUID of a message in the thread.',
});

/** A timestamp as the service writes it: ISO 8601, UTC, milliseconds. */
export const timestamp = z.string().meta({ format: 'date-time' });

const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Rejects days that don't exist: `Date.parse` turns 30 February into a day in March. */
export function isCalendarDay(timestamp: string): boolean {
  const day = timestamp.slice(0, 'YYYY-MM-DD'.length);
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A timestamp as callers write it, with `Z` or an offset. */
export const timestampInput = z
  .string()
  .refine((value) => ISO_WITH_ZONE.test(value) && isCalendarDay(value) && !Number.isNaN(Date.parse(value)), {
    message: 'must be an ISO 8601 timestamp with Z or an offset',
  });

/** A query boolean: exactly `true` or `false`. */
export const queryBoolean = z
  .string()
  .regex(/^(?:true|false)$/, 'must be true or false')
  .transform((value) => value === 'true')
  .pipe(z.boolean());

/** A query flag that only takes `true`. */
export const queryTrue = z
  .string()
  .regex(/^true$/, 'must be true')
  .transform(() => true as const)
  .pipe(z.literal(true));

/** A query integer in plain digits. Out of range is a field problem; nothing is clamped. */
export function queryInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** A query string without commas that isn't empty. */
export const queryText = z.string().min(1, 'must not be empty').max(1000);

/** An empty cursor is malformed too. */
export const cursor = z.string().meta({ description: 'Opaque position in a list.' });

/** The part after `+` in a mailbox's address. */
export const SUBADDRESS_INSTANCE = /^[a-z0-9][a-z0-9-]{0,31}$/;
export const subaddressInstance = z
  .string()
  .regex(SUBADDRESS_INSTANCE, 'must be 1 to 32 lower-case letters, digits and inner hyphens');

export const actorType = z.enum(['admin', 'agent', 'user', 'system']);

const extracts: ReadonlySet<string> = new Set(EXTRACTS);

/** Asks for `extracted` in each message. */
export const askedExtracts = z
  .string()
  .refine((value) => value.split(',').every((each) => extracts.has(each)), {
    message: `must be a comma-separated list of ${EXTRACTS.join(', ')}`,
  })
  .optional()
  .meta({
    description: `Values to extract from each message. Comma-separated list of: ${EXTRACTS.join(', ')}.`,
  });

const automaticKinds: ReadonlySet<string> = new Set(AUTOMATIC_KINDS);

/** Kinds of automatic mail that a wait leaves out. */
export const skippedKinds = z
  .string()
  .refine((value) => value.split(',').every((each) => automaticKinds.has(each)), {
    message: `must be a comma-separated list of ${AUTOMATIC_KINDS.join(', ')}`,
  })
  .optional()
  .meta({
    description: `Kinds of automatic mail to skip. Comma-separated list of: ${AUTOMATIC_KINDS.join(', ')}.`,
  });

/** Asks for less than the caller may read: no text of inbound mail that isn't `available`. */
export const askedAccess = z.literal('metadata').optional().meta({
  description:
    'With `metadata`, inbound mail that is not `available` comes without text from its sender, whatever the caller may read.',
});
