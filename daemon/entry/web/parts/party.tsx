import type { NamedAddress } from '../../../../shared/contract/messages.ts';
import { shownName } from '../../../../shared/named-address.ts';
import { MailLine } from './mail-text.tsx';

const LONGEST_FIELD = 300;

interface Options {
  /** `<` is from the party, `>` to it. */
  readonly sign: string;
  readonly party: NamedAddress;
}

/** An address with its name. Without room for both, the name is cut: it can claim anything. */
export function Party({ sign, party }: Options) {
  const name = shownName(party);
  const address = party.address.slice(0, LONGEST_FIELD);
  return (
    <span className="party">
      {sign !== '' && <span>{sign}</span>}
      {name !== '' && (
        <span className="cut name">
          <MailLine text={name} />
        </span>
      )}
      <span className="cut">
        <MailLine text={name === '' ? address : `<${address}>`} />
      </span>
    </span>
  );
}
