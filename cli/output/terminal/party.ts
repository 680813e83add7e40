import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { NamedAddress } from '../../../shared/contract/messages.ts';
import { shownName } from '../../../shared/named-address.ts';
import { safeLine } from './safe.ts';

/** A shorter name says nothing. */
const SHORTEST_NAME = 3;

/**
 * An address with its name, safe for a terminal. Without room for both, the name is shortened, then left out:
 * it can claim anything.
 */
export function fitParty({ name, address }: NamedAddress, room: number | undefined): string {
  const plain = safeLine(address);
  const shown = safeLine(shownName({ name }));
  if (shown === '') return room === undefined ? plain : cliTruncate(plain, room);
  const end = ` <${plain}>`;
  if (room === undefined) return shown + end;
  const left = room - stringWidth(end);
  if (left < Math.min(SHORTEST_NAME, stringWidth(shown))) return cliTruncate(plain, room);
  return cliTruncate(shown, left) + end;
}
