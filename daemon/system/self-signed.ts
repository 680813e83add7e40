import { createSign, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import {
  bitString,
  boolean,
  context,
  integer,
  moment,
  object,
  octetString,
  sequence,
  set,
  text,
} from './der.ts';

/** A certificate that nobody else vouches for (RFC 5280), with its key, PEM. */
export interface SelfSigned {
  readonly certificate: string;
  readonly key: string;
}

const ECDSA_WITH_SHA256 = sequence(object('1.2.840.10045.4.3.2'));
const COMMON_NAME = '2.5.4.3';
const SUBJECT_ALT_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
/** The first bit, digitalSignature; seven are unused. */
const DIGITAL_SIGNATURE = Buffer.from([0x03, 0x02, 0x07, 0x80]);
/** Tag of a DNS name in a list of names. */
const DNS_NAME = 2;
/** Characters that a common name may have. */
const MAX_COMMON_NAME = 64;
const generate = promisify(generateKeyPair);

/** Makes a certificate for a server of one name; times are milliseconds since 1970, the serial number 16 bytes. */
export async function selfSigned(
  hostname: string,
  validity: { readonly from: number; readonly until: number },
  serial: Buffer,
): Promise<SelfSigned> {
  const { publicKey, privateKey } = await generate('ec', { namedCurve: 'P-256' });
  const name = sequence(
    set(sequence(object(COMMON_NAME), text(hostname.length <= MAX_COMMON_NAME ? hostname : 'agentmail'))),
  );
  const extensions = sequence(
    extension(SUBJECT_ALT_NAME, sequence(context(DNS_NAME, Buffer.from(hostname, 'ascii'), 'primitive'))),
    extension(BASIC_CONSTRAINTS, sequence(), 'critical'),
    extension(KEY_USAGE, DIGITAL_SIGNATURE, 'critical'),
    extension(EXTENDED_KEY_USAGE, sequence(object(SERVER_AUTH))),
  );
  const version3 = context(0, integer(Buffer.from([2])));
  const toSign = sequence(
    version3,
    integer(serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(moment(validity.from), moment(validity.until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    context(3, extensions),
  );
  const signature = createSign('sha256').update(toSign).sign(privateKey);
  const certificate = sequence(toSign, ECDSA_WITH_SHA256, bitString(signature));
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extension(id: string, value: Buffer, critical?: 'critical'): Buffer {
  return sequence(object(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
