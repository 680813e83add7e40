import {
  type ATTENDEE_ROLES,
  type ATTENDEE_STATUSES,
  type Attendee,
  type CalendarOrganizer,
  MAX_ATTENDEES,
} from '../../../shared/contract/calendars.ts';
import { parseAddress } from '../../platform/system/mail-address.ts';
import { cleanName } from '../mime/display-name.ts';
import type { ContentLine } from './lines.ts';

/** Organizer and attendees of an event. */

const ROLES = new Map<string, (typeof ATTENDEE_ROLES)[number]>([
  ['CHAIR', 'chair'],
  ['REQ-PARTICIPANT', 'required'],
  ['OPT-PARTICIPANT', 'optional'],
  ['NON-PARTICIPANT', 'none'],
]);
const STATUSES = new Map<string, (typeof ATTENDEE_STATUSES)[number]>([
  ['NEEDS-ACTION', 'needs_action'],
  ['ACCEPTED', 'accepted'],
  ['DECLINED', 'declined'],
  ['TENTATIVE', 'tentative'],
  ['DELEGATED', 'delegated'],
]);

/** Null without a mail address. */
export function personOf({ parameters, value }: ContentLine): CalendarOrganizer | null {
  // Apple puts the address beside a path of its own; Exchange does so for rooms.
  const address = addressOf(value) ?? addressOf(`mailto:${parameters.get('EMAIL') ?? ''}`);
  return address === null ? null : { name: cleanName(parameters.get('CN') ?? ''), address };
}

/** Longest address of a mailbox (RFC 5321, 4.5.3.1), with room for percent signs. */
const MAX_URI = 1000;

function addressOf(uri: string): string | null {
  const found = /^mailto:([^?]*)/i.exec(uri.trim().slice(0, MAX_URI));
  if (!found?.[1]) return null;
  const parsed = parseAddress(percentDecoded(found[1])?.trim() ?? '');
  return parsed && `${parsed.local}@${parsed.domain}`;
}

/** Null for a percent sign that encodes nothing. */
function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The first attendees with a mail address, and the number of all others. */
export function attendeesOf(lines: readonly ContentLine[]): { kept: Attendee[]; leftOut: number } {
  const named = lines.filter(({ name }) => name === 'ATTENDEE');
  const kept: Attendee[] = [];
  for (const line of named) {
    if (kept.length === MAX_ATTENDEES) break;
    const person = personOf(line);
    if (person === null) continue;
    // Unknown values count as the default (RFC 5545, 3.2.12 and 3.2.16).
    const role = ROLES.get(line.parameters.get('ROLE')?.toUpperCase() ?? '') ?? 'required';
    const status = STATUSES.get(line.parameters.get('PARTSTAT')?.toUpperCase() ?? '') ?? 'needs_action';
    kept.push({ ...person, role, status });
  }
  return { kept, leftOut: named.length - kept.length };
}
