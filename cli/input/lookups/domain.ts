import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import type { Argument } from '../options/flag.ts';
import { isShortId, matching, onlyOne } from './ids.ts';

const DOMAIN = { noun: 'domain', list: 'agentmail domains list' };

/** The id of a domain that is named by its id or its name. */
export async function domainId(context: CommandContext, reference: string): Promise<string> {
  if (UUID_SHAPE.test(reference)) return reference;
  const { listDomains } = await loadDomains();
  const client = await context.client();
  const { domains } = await client.call(listDomains, {});
  const found = domains.find(({ domain_name: name }) => name === reference.toLowerCase());
  if (found) return found.id;
  const ending = isShortId(reference)
    ? matching(
        reference,
        domains.map(({ id, domain_name: name }) => ({ id, about: name })),
      )
    : [];
  if (ending.length > 0) return onlyOne(reference, DOMAIN, ending).id;
  throw new UsageError(`The account has no domain ${reference}.`, 'agentmail domains list shows them');
}

async function loadDomains() {
  const { listDomains } = await import('../../../shared/contract/domains.ts');
  return { listDomains };
}

/** Of flags whose domain the command looks up itself. */
export const domainLookup = { lookup: loadDomains, declares: true } as const;

/** As typed, for commands that ask about the domain by this name. */
export const typedDomain: Argument<string> = {
  label: 'DOMAIN',
  about: 'Domain name or ID.',
  ...domainLookup,
};
export const domainWord: Argument<string> = { ...typedDomain, resolve: domainId };
