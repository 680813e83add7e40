import { config } from 'zod';

// Compiled checks pay off after many values; a command checks one or two.
config({ jitless: true });

/** Schema functions that the contract and the command line use. */
export {
  array,
  boolean,
  cidrv4,
  cidrv6,
  discriminatedUnion,
  email,
  enum,
  instanceof,
  int,
  ipv4,
  ipv6,
  literal,
  looseObject,
  null,
  number,
  object,
  partialRecord,
  record,
  strictObject,
  string,
  union,
  unknown,
  url,
} from 'zod';
