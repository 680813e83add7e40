import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type CheckFinding, ok } from '../../platform/system/checks.ts';
import { DAY } from '../../platform/system/clock.ts';
import { readTlsFiles, TlsFileError } from '../../platform/system/tls-files.ts';
import type { Scene } from './finding.ts';

/** Days before its expiry from which a certificate should be renewed. */
const NOTICE = 14;
const REMEDY =
  'agentmail operator settings set smtp.tls={"certificate_file":"…","key_file":"…"}, then restart';

/** Checks STARTTLS and its certificate. */
export function checkCertificate({ context, hostname }: Scene): CheckFinding {
  try {
    const files = readTlsFiles(context.config.home, context.settings.get('smtp.tls'));
    if (files) return judge(context.clock.now(), hostname, files);
  } catch (error) {
    // A message of the system or the parser, without keys.
    const message =
      error instanceof TlsFileError ? error.message : "the files don't contain a certificate and key";
    return { severity: 'error', message, remedy: REMEDY };
  }
  return {
    severity: 'warning',
    message: "incoming mail isn't encrypted",
    remedy: `${REMEDY}; for local use: agentmail operator mail certificate`,
  };
}

function judge(now: number, hostname: string, files: { cert: Buffer; key: Buffer }): CheckFinding {
  const certificate = new X509Certificate(files.cert);
  if (!certificate.checkPrivateKey(createPrivateKey(files.key))) {
    return { severity: 'error', message: "the key doesn't match the certificate", remedy: REMEDY };
  }
  const days = Math.floor((certificate.validToDate.getTime() - now) / DAY);
  const until = certificate.validToDate.toISOString().slice(0, 10);
  const renew = 'renew the certificate, then restart the daemon';
  if (days < 0) return { severity: 'error', message: `it expired on ${until}`, remedy: renew };
  if (certificate.checkHost(hostname) === undefined) {
    return { severity: 'warning', message: `it isn't valid for ${hostname}`, remedy: REMEDY };
  }
  if (days < NOTICE) return { severity: 'warning', message: `it expires on ${until}`, remedy: renew };
  if (certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)) {
    return {
      severity: 'warning',
      message: `it is valid for ${hostname} until ${until}, and self-signed`,
      remedy: 'most servers deliver anyway; MTA-STS and DANE need a certificate of a public CA',
    };
  }
  return ok(`valid for ${hostname} until ${until}`);
}
