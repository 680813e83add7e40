import { type Endpoint, errorsOf } from '../../../shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contract/errors.ts';
import type { Command } from '../../command.ts';
import { EXITS, type ExitName } from '../../machine/exit-codes.ts';
import { OWN_CODES, type OwnCodeName } from '../../machine/own-codes.ts';

const OF_EVERY_COMMAND: readonly OwnCodeName[] = [
  'USAGE',
  'INTERNAL',
  'DAMAGED_FILE',
  'NO_ACCESS',
  'OUTPUT_LOST',
];
const OF_EVERY_CALL: readonly OwnCodeName[] = ['NO_CREDENTIAL', 'UNREACHABLE', 'UNEXPECTED_REPLY'];

export interface Outcomes {
  readonly endpoints: readonly Endpoint[];
  /** Error codes specific to this command. */
  readonly codes: readonly string[];
  /** Error codes of every command of its kind. */
  readonly common: readonly string[];
  readonly exits: readonly ExitName[];
}

/** Exits of a command, from its endpoints and its declaration. */
export async function outcomesOf(command: Command): Promise<Outcomes> {
  const endpoints = Object.values(await command.endpoints());
  const told = new Set<string>([...(command.codes ?? []), ...endpoints.flatMap(({ errors }) => errors)]);
  const common = new Set<string>([
    ...endpoints.flatMap(errorsOf),
    ...(endpoints.length > 0 ? OF_EVERY_CALL : []),
    ...OF_EVERY_COMMAND,
  ]);
  const exits = new Set<ExitName>(['ok', ...(command.exits ?? []), ...[...told, ...common].map(exitOf)]);
  return {
    endpoints,
    codes: [...told],
    common: [...common].filter((code) => !told.has(code)),
    exits: (Object.keys(EXITS) as ExitName[]).filter((name) => exits.has(name)),
  };
}

function exitOf(code: string): ExitName {
  return (ERRORS[code as ErrorCode] ?? OWN_CODES[code as OwnCodeName]).exit;
}
