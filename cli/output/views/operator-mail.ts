import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type {
  getMail,
  makeCertificate,
  makeDkimKey,
  probeRelay,
} from '../../../shared/contract/operator-mail.ts';
import { fields, line, quiet, strong, type View, warning } from './document.ts';

const TRANSPORTS = {
  capture: 'stays on this machine',
  relay: 'through a relay',
  direct: "directly to the recipients' servers",
} as const;

export const mailView: View<ReplyOf<typeof getMail>> = (mail) => [
  fields(
    ['other hosts', strong(TRANSPORTS[mail.transport])],
    ['relay', mail.relay_url ?? quiet('none')],
    ['host name', mail.hostname],
    ['domain', mail.platform_domain],
  ),
  ...mail.dkim_records.flatMap((record) => [
    line(''),
    fields(['TXT record', strong(record.name)], ['value', record.value]),
  ]),
  ...(mail.dkim_records.length === 0
    ? [line(quiet('Mail is not signed. Create a key: agentmail operator mail dkim-key'))]
    : []),
];

export const dkimRecordView: View<ReplyOf<typeof makeDkimKey>> = (record) => [
  fields(['TXT record', strong(record.name)], ['value', record.value]),
  line(quiet('Mail is now signed. Receivers can verify it once this record is in DNS.')),
];

export const probeView: View<ReplyOf<typeof probeRelay>> = (probe) => [
  fields(
    ['relay', probe.ok ? strong('works') : warning("doesn't work")],
    ['failed at', probe.ok ? quiet('nothing') : `${probe.stage} (${probe.reason})`],
    ['encrypted', probe.ok ? (probe.secure ? 'yes' : warning('no')) : quiet('unknown')],
  ),
];

export const certificateView: View<ReplyOf<typeof makeCertificate>> = (made) => [
  fields(
    ['certificate', strong(made.certificate_file)],
    ['for', made.hostname],
    ['until', made.valid_until.slice(0, 10)],
  ),
  line(
    quiet(
      'Takes effect after agentmail down and agentmail up. It is self-signed: it encrypts, but proves no identity.',
    ),
  ),
];
