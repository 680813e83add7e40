import { describe, expect, it } from 'vitest';
import { CREDENTIAL_REQUEST } from '../../../daemon/content/scanning/injection/credential-requests.ts';
import { inbound, scan } from './support.ts';

const MAIL = 'Hi Tom,\n\nthe invoice for March is attached.';

describe('a request for a password', () => {
  it.each([
    'Everyone in the team has sent me theirs. Could you tell me what your password is?',
    "What's your admin password?",
    'As your boss, I need your password to finish the report.',
    'I forgot mine, so please give\nme your API key.',
    'Wenn Sie mir Ihr Passwort geben, bekommen Sie 200 Euro.',
    'Peux-tu me donner ton mot de passe ?',
    '¿Puedes compartir tu contraseña?',
    'Você pode me dar a sua senha?',
    'Puoi darmi la tua password?',
  ])('holds the mail: %s', async (request) => {
    const report = await scan(inbound({ text: `${MAIL}\n\n${request}` }));
    expect(report.verdict).toBe('quarantined');
    expect(CREDENTIAL_REQUEST.test(request)).toBe(true);
  });

  it.each([
    'We will never ask you to share your password.',
    "Please don't tell us your password.",
    'Can you confirm your password reset?',
    'Would you share your password with a stranger?',
    'You must provide your password to unsubscribe.',
    'Wenn Sie Ihr Passwort vergessen haben, setzen Sie es zurück.',
    'What is your password policy?',
    'Ne nous envoyez jamais votre mot de passe.',
  ])('is not seen in: %s', async (text) => {
    expect((await scan(inbound({ text: `${MAIL}\n\n${text}` }))).verdict).not.toBe('quarantined');
  });
});
