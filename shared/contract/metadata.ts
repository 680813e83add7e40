import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Data that a caller keeps with an object. It's returned with the object, and never sent in mail. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= LIMITS.metadataBytes,
    `must have at most ${LIMITS.metadataBytes} bytes as JSON`,
  )
  .meta({ description: `Your own data: a JSON object of at most ${LIMITS.metadataBytes} bytes.` });

/** As it's returned. */
export const storedMetadata = z.record(z.string(), z.unknown());
export type Metadata = z.output<typeof storedMetadata>;
