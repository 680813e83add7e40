import { addNamedAddress, removeNamedAddress } from '../../../../shared/contract/named-addresses.ts';
import { changeOf, fieldChanges, type Planned, type PruneKind, type SetupStep } from './change.ts';
import type { MailboxPair } from './pair.ts';

export const ADDRESS_ENDPOINTS = { addNamedAddress, removeNamedAddress };

/** Named addresses of a mailbox. */
export function planAddresses({ name, wanted, there }: MailboxPair, prune: ReadonlySet<PruneKind>): Planned {
  if (wanted.addresses === undefined) return { steps: [], left: [] };
  const id = there?.view.id ?? name;
  const open = (there?.addresses ?? []).filter(({ status }) => status === 'open');
  const steps = Object.entries(wanted.addresses).flatMap(([tag, settings]): SetupStep[] => {
    const known = open.find((each) => each.tag === tag);
    const after = { ...settings, ...(settings.expires_at && { expires_at: isoTime(settings.expires_at) }) };
    const fields = fieldChanges({}, { ...known }, after);
    if (known && fields.length === 0) return [];
    const path = `mailboxes.${name}.addresses.${tag}`;
    return [
      {
        change: changeOf({ path, action: known ? 'update' : 'create', fields }),
        phase: 'neutral',
        run: async ({ client }) => {
          const { expires_at = known?.expires_at ?? null, note = known?.note ?? null } = after;
          await client.call(addNamedAddress, { params: { id }, body: { tag, expires_at, note } });
          return null;
        },
      },
    ];
  });
  const others = open.filter(({ tag }) => !Object.hasOwn(wanted.addresses ?? {}, tag));
  const path = `mailboxes.${name}.addresses`;
  if (!prune.has('addresses')) {
    const left = others.length === 0 ? [] : [{ path, count: others.length, prune: 'addresses' as const }];
    return { steps, left };
  }
  const removals = others.map(
    ({ tag }): SetupStep => ({
      change: changeOf({ path: `${path}.${tag}`, action: 'delete' }),
      phase: 'neutral',
      run: async ({ client }) => {
        await client.call(removeNamedAddress, { params: { id, tag } });
        return null;
      },
    }),
  );
  return { steps: [...steps, ...removals], left: [] };
}

const isoTime = (text: string) => new Date(text).toISOString();
