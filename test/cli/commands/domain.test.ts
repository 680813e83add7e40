import { describe, expect, it } from 'vitest';
import { serverOf } from '../../../cli/input/options/mail-servers.ts';

describe('the server of a domain on the command line', () => {
  it.each([
    [
      'imaps://me@imap.example.com:993',
      { host: 'imap.example.com', port: 993, security: 'tls', username: 'me' },
    ],
    ['imaps://imap.example.com', { host: 'imap.example.com', port: 993, security: 'tls' }],
    ['smtps://smtp.example.com/', { host: 'smtp.example.com', port: 465, security: 'tls' }],
    ['smtp+starttls://smtp.example.com', { host: 'smtp.example.com', port: 587, security: 'starttls' }],
    ['smtp://[2001:db8::1]:587', { host: '2001:db8::1', port: 587, security: 'starttls' }],
    [
      'smtps://me@own.example@smtp.example.com:465',
      { host: 'smtp.example.com', port: 465, security: 'tls', username: 'me@own.example' },
    ],
  ])('%s is read', (text, server) => expect(serverOf('--imap', text)).toEqual(server));

  it.each(['imaps://me:planted@imap.example.com:993', 'imap.example.com', 'https://imap.example.com:993'])(
    '%s is refused, and a password in it is not repeated',
    (text) => {
      const refusal = (() => {
        try {
          return String(JSON.stringify(serverOf('--imap', text)));
        } catch (error) {
          return String(error);
        }
      })();
      expect(refusal).toMatch(/--imap must/);
      expect(refusal).not.toContain('planted');
    },
  );
});
