import type { NamedAddress } from '../../../../shared/contract/messages.ts';
import { shownName } from '../../../../shared/named-address.ts';
import { MailLine } from './mail-text.tsx';

const LONGEST_FIELD = 300;

interface Options {
  /** Whether mail goes to the party. */
  readonly isTo?: boolean;
  readonly party: NamedAddress;
}

/** A name with its address. Without room for both, the name is cut: it can claim anything. */
export function Party({ isTo = false, party }: Options) {
  const name = shownName(party);
  const address = party.address.slice(0, LONGEST_FIELD);
  return (
    <span className="party">
      {isTo && <span className="quiet">To</span>}
      {name !== '' && (
        <span className="cut name">
          <MailLine text={name} />
        </span>
      )}
      <span className={name === '' ? 'cut' : 'cut quiet'}>
        <MailLine text={address} />
      </span>
    </span>
  );
}
