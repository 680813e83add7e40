import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import type {
  getMail,
  makeCertificate,
  makeDkimKey,
  probeRelay,
} from '../../shared/contract/operator-mail.ts';
import { fields, line, quiet, strong, type View, warning } from './document.ts';

const TRANSPORTS = {
  capture: 'stays on this machine',
  relay: 'through a relay',
  direct: 'straight to the servers of the recipients',
} as const;

export const mailView: View<ReplyOf<typeof getMail>> = (mail) => [
  fields(
    ['mail for others', strong(TRANSPORTS[mail.transport])],
    ['relay', mail.relay_url ?? quiet('none')],
    ['own name', mail.hostname],
    ['domain', mail.platform_domain],
  ),
  ...mail.dkim_records.flatMap((record) => [
    line(''),
    fields(['TXT record', strong(record.name)], ['value', record.value]),
  ]),
  ...(mail.dkim_records.length === 0
    ? [line(quiet('Mail is not signed. agentmail operator mail dkim-key makes a key.'))]
    : []),
];

export const dkimRecordView: View<ReplyOf<typeof makeDkimKey>> = (record) => [
  fields(['TXT record', strong(record.name)], ['value', record.value]),
  line(quiet('Mail is signed from now on; others believe it once the record is in the DNS.')),
];

export const probeView: View<ReplyOf<typeof probeRelay>> = (probe) => [
  fields(
    ['relay', probe.ok ? strong('takes mail') : warning('does not take mail')],
    ['failed at', probe.ok ? quiet('nothing') : `${probe.stage} (${probe.reason})`],
    ['encrypted', probe.ok ? (probe.secure ? 'yes' : warning('no')) : quiet('not known')],
  ),
];

export const certificateView: View<ReplyOf<typeof makeCertificate>> = (made) => [
  fields(
    ['certificate', strong(made.certificate_file)],
    ['for', made.hostname],
    ['until', made.valid_until.slice(0, 10)],
  ),
  line(quiet('Used after agentmail down and agentmail up. Nobody vouches for it, but it encrypts.')),
];
