import { renderUnicodeCompact } from 'uqr';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { setUpTotp } from '../../../shared/contract/factors.ts';
import { fields, line, strong, type View } from './document.ts';

/** The QR code is for the camera; the secret is for typing. */
export const totpSetup: View<ReplyOf<typeof setUpTotp>> = ({ secret, otpauth_url: url }) => [
  { kind: 'text', text: renderUnicodeCompact(url, { border: 2 }) },
  fields(['secret', strong(secret)], ['address', url]),
  line('Scan the QR code with an authenticator app, then run: agentmail mfa totp enable'),
];
