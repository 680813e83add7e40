import { join } from 'node:path';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { makeCertificate as contract } from '../../../shared/contract/operator-mail.ts';
import type { Context } from '../../context.ts';
import { ownName } from '../../network/smtp-client/own-name.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { DAY } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import {
  hasOwnTlsFiles,
  OWN_TLS_PATHS,
  type TlsPaths,
  writeOwnTlsFiles,
} from '../../platform/system/tls-files.ts';
import { updateSettings } from './settings.ts';

const VALID_FOR = 10 * 365 * DAY;
/** Valid from a day ago, since other clocks may be behind. */
const EARLIER = DAY;
const SERIAL_BYTES = 16;

/** Creates a self-signed certificate for this server. It only replaces one of its kind. */
export async function makeCertificate(context: Context): Promise<ReplyOf<typeof contract>> {
  const { config, settings } = context;
  const chosen = settings.get('smtp.tls');
  if (chosen && !isOwn(chosen)) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'certificate_set' },
      {
        message: `smtp.tls uses ${chosen.certificate_file}. Reset smtp.tls first to use a self-signed certificate.`,
      },
    );
  }
  const until = await writeNew(context);
  if (!chosen) await updateSettings(context, { 'smtp.tls': OWN_TLS_PATHS });
  return {
    hostname: nextName(settings),
    certificate_file: join(config.home, OWN_TLS_PATHS.certificate_file),
    valid_until: isoTime(until),
  };
}

/** Recreates the configured certificate when its files are missing: backups don't have them. */
export async function restoreOwnCertificate(context: Context): Promise<void> {
  const chosen = context.settings.get('smtp.tls');
  if (chosen && isOwn(chosen) && !hasOwnTlsFiles(context.config.home)) await writeNew(context);
}

function isOwn({ certificate_file: file }: TlsPaths): boolean {
  return file === OWN_TLS_PATHS.certificate_file;
}

/** For the server's name after the next start; returns the expiry. */
async function writeNew({ clock, config, random, settings }: Context): Promise<number> {
  const until = clock.now() + VALID_FOR;
  const validity = { from: clock.now() - EARLIER, until };
  // Loaded on use: the ASN.1 library takes memory that few daemons ever need.
  const { selfSigned } = await import('../../platform/system/self-signed.ts');
  writeOwnTlsFiles(config.home, await selfSigned(nextName(settings), validity, random.bytes(SERIAL_BYTES)));
  return until;
}

function nextName(settings: Context['settings']): string {
  return ownName(settings.effectiveConfig());
}
