import type { z } from 'zod';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  listTrustedSources,
  setInstructionTrust,
  trustedSource,
} from '../../../shared/contract/trust.ts';
import {
  bad,
  type Cell,
  fields,
  good,
  ID_COLUMN,
  line,
  moment,
  quiet,
  strong,
  table,
  type View,
} from './document.ts';

type TrustedSource = z.output<typeof trustedSource>;

export const sourceList: View<ReplyOf<typeof listTrustedSources>> = ({ sources }) => [
  table(
    [{ title: 'address', flexible: true }, { title: 'status' }, { title: 'until' }, ID_COLUMN],
    sources.map((source) => [
      strong(source.value),
      statusCell(source),
      moment(source.expires_at),
      quiet(source.id),
    ]),
    'No trusted senders.',
  ),
];

function statusCell({ status }: TrustedSource): Cell {
  return status === 'active' ? good(status) : bad(status);
}

export const sourceView: View<TrustedSource> = (source) => [
  fields(
    ['address', strong(source.value)],
    ['status', statusCell(source)],
    ['until', moment(source.expires_at)],
    ['proof', source.eligibility_snapshot.message_id],
    ['id', quiet(source.id)],
  ),
];

export const trustState: View<ReplyOf<typeof setInstructionTrust>> = (state) => [
  line(
    'Instruction trust is',
    strong(state.instruction_trust_mode),
    `with the strict recipient guard ${state.instruction_trust_strict_recipient ? 'on' : 'off'}.`,
  ),
];
