import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as api from '../../../support/api.ts';
import { needsPrograms } from '../../../support/needs.ts';
import { createAgent, createTenant, type Service, sentToday, type Tenant } from '../../../support/service.ts';
import { serviceWithTls, submissionPort } from '../../../support/submission.ts';

/** Programs of others that send over STARTTLS with an agent's key, three times with a refusal in between. */

let service: Service;
let tenant: Tenant;
let agent: string;
beforeEach(async () => {
  service = await serviceWithTls();
  tenant = await createTenant(service);
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

const DEBIAN_PYTHON = '/usr/bin/python3';
const works = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;
const swaksHasTls = () =>
  /^=== TLS supported/m.test(spawnSync('swaks', ['--support'], { encoding: 'utf8' }).stdout);
const RECIPIENTS = ['ann@example.com', 'nobody@localhost', 'bea@example.com', 'carl@example.com'];
const REFUSED = 'RECIPIENT_ADDRESS_INVALID';

interface Ran {
  readonly exit: number;
  readonly output: string;
}

function run(program: string, words: readonly string[], input = '', cwd?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const home = service.home;
    const env = { ...process.env, HOME: home, SSL_CERT_FILE: join(home, 'ca.pem'), GIT_CONFIG_NOSYSTEM: '1' };
    const child = execFile(program, [...words], { env, cwd }, (error, stdout, stderr) =>
      resolve({ exit: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    child.stdin?.end(input);
  });
}

/** Sends to each recipient; the second one is refused. */
async function sendsThree(send: (to: string) => Promise<Ran>): Promise<void> {
  const runs: Ran[] = [];
  for (const to of RECIPIENTS) runs.push(await send(to));
  expect(runs.map(({ exit }) => exit === 0)).toEqual([true, false, true, true]);
  expect(runs[1]?.output).toContain(REFUSED);
  expect(await sentToday(service, tenant.admin)).toBe(3);
}

/** Lines that tell of three sends, with a refusal between. */
function expectThree(output: string): void {
  const refused = expect.stringContaining(REFUSED);
  expect(output.trim().split('\n')).toEqual(['sent', refused, 'sent', 'sent']);
}

/** The newest message is what was written, in both forms. */
async function expectLetter(): Promise<void> {
  const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  expect(messages).toHaveLength(3);
  const id = messages[0]?.id ?? '';
  const { subject, body, has_html } = await service.must(tenant.admin, api.getMessage, { id });
  expect([subject, body.content?.trim(), has_html]).toEqual(['Zählung', 'Größe: 1', true]);
}

const letter = (to: string) =>
  `From: helper@agentmail.localhost\nTo: ${to}\nSubject: Numbers for ${to}\n\nHere they are.\n.\nGrüße\n`;

const SMTPLIB = `
import smtplib, ssl, sys
from email.message import EmailMessage
port, key = int(sys.argv[1]), sys.argv[2]
with smtplib.SMTP('localhost', port) as smtp:
    smtp.starttls(context=ssl.create_default_context(cafile=sys.argv[3]))
    smtp.login('helper', key)
    for to in sys.argv[4:]:
        message = EmailMessage()
        message['From'], message['To'], message['Subject'] = 'helper@agentmail.localhost', to, 'Zählung'
        message.set_content('Größe: 1')
        message.add_alternative('<p>Größe: <b>1</b></p>', subtype='html')
        try:
            smtp.send_message(message)
            print('sent')
        except smtplib.SMTPDataError as error:
            print(error.smtp_code, error.smtp_error.decode())
`;

const DJANGO = `
import smtplib, sys
from django.conf import settings
port, key, *recipients = sys.argv[1:]
settings.configure(
    EMAIL_HOST='localhost', EMAIL_PORT=int(port), EMAIL_USE_TLS=True, EMAIL_HOST_USER='helper', EMAIL_HOST_PASSWORD=key,
)
from django.core.mail import send_mail
for to in recipients:
    try:
        send_mail('Zählung', 'Größe: 1', 'helper@agentmail.localhost', [to], html_message='<p>Größe: <b>1</b></p>')
        print('sent')
    except smtplib.SMTPResponseException as error:
        print(error.smtp_code, error.smtp_error.decode())
`;

const PHP_MAILER = `
require '/usr/share/php/libphp-phpmailer/autoload.php';
// The server refuses, not the program.
PHPMailer\\PHPMailer\\PHPMailer::$validator = fn () => true;
[, $port, $key, $ca] = $argv;
foreach (array_slice($argv, 4) as $to) {
    $mail = new PHPMailer\\PHPMailer\\PHPMailer(true);
    $mail->isSMTP();
    [$mail->Host, $mail->Port, $mail->SMTPSecure] = ['localhost', (int) $port, 'tls'];
    [$mail->SMTPAuth, $mail->Username, $mail->Password] = [true, 'helper', $key];
    $mail->SMTPOptions = ['ssl' => ['cafile' => $ca]];
    $mail->CharSet = 'UTF-8';
    $mail->setFrom('helper@agentmail.localhost', 'Helper');
    $mail->addAddress($to);
    [$mail->Subject, $mail->Body, $mail->AltBody] = ['Zählung', '<p>Größe: <b>1</b></p>', 'Größe: 1'];
    try {
        $mail->send();
        echo "sent\\n";
    } catch (Exception $error) {
        echo json_encode($mail->getSMTPInstance()->getError()), "\\n";
    }
}
`;

describe('mail is sent by', () => {
  it('Python’s smtplib', needsPrograms({ python3: works('python3', '--version') }), async () => {
    const words = ['-c', SMTPLIB, String(submissionPort(service)), agent, join(service.home, 'ca.pem')];
    const { output } = await run('python3', [...words, ...RECIPIENTS]);
    expect(output.trim().split('\n')).toEqual([
      'sent',
      expect.stringMatching(`^550 5.7.1 ${REFUSED} `),
      'sent',
      'sent',
    ]);
    expect(await sentToday(service, tenant.admin)).toBe(3);
  });

  // Debian's package is for Debian's Python.
  it('Django', needsPrograms({ 'python3-django': works(DEBIAN_PYTHON, '-c', 'import django') }), async () => {
    const words = ['-c', DJANGO, String(submissionPort(service)), agent, ...RECIPIENTS];
    expectThree((await run(DEBIAN_PYTHON, words)).output);
    await expectLetter();
  });

  it('PHPMailer', needsPrograms({ 'libphp-phpmailer': hasPhpMailer() }), async () => {
    const words = ['-r', PHP_MAILER, '--', String(submissionPort(service)), agent];
    expectThree((await run('php', [...words, join(service.home, 'ca.pem'), ...RECIPIENTS])).output);
    await expectLetter();
  });

  it('swaks', needsPrograms({ 'swaks with TLS': swaksHasTls() }), async () => {
    const server = ['--server', 'localhost', '--port', String(submissionPort(service)), '--tls'];
    const login = ['--auth', 'LOGIN', '--auth-user', 'helper', '--auth-password', agent];
    await sendsThree((to) =>
      run('swaks', [
        ...server,
        ...login,
        '--from',
        tenant.mailbox.address,
        '--to',
        to,
        '--header',
        'Subject: Numbers',
      ]),
    );
  });

  it('msmtp', needsPrograms({ msmtp: works('msmtp', '--version') }), async () => {
    const port = String(submissionPort(service));
    const server = [
      '--host=localhost',
      `--port=${port}`,
      '--tls=on',
      `--tls-trust-file=${service.home}/ca.pem`,
    ];
    const login = ['--auth=plain', '--user=helper', `--passwordeval=echo ${agent}`];
    await sendsThree((to) =>
      run('msmtp', [...server, ...login, `--from=${tenant.mailbox.address}`, '--', to], letter(to)),
    );
    const mail = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
    const { body } = await service.must(tenant.admin, api.getMessage, { id: mail.messages[0]?.id ?? '' });
    expect(body.content).toBe('Here they are.\n.\nGrüße');
  });

  it(
    'git send-email, a series as one conversation',
    needsPrograms({ 'git send-email': hasSendEmail() }),
    async () => {
      const repository = mkdtempSync(join(tmpdir(), 'agentmail-git-'));
      const git = (...words: string[]) => run('git', words, '', repository);
      await git('init', '--quiet');
      await git('config', 'user.email', tenant.mailbox.address);
      await git('config', 'user.name', 'Helper');
      for (const name of ['one', 'two', 'three']) {
        writeFileSync(join(repository, name), name);
        await git('add', name);
        await git('commit', '--quiet', '--message', `add ${name}`);
      }
      const server = {
        smtpServer: 'localhost',
        smtpServerPort: String(submissionPort(service)),
        smtpEncryption: 'tls',
        smtpSSLCertPath: join(service.home, 'ca.pem'),
        smtpUser: 'helper',
        smtpPass: agent,
      };
      const settings = Object.entries(server).flatMap(([name, value]) => [
        '-c',
        `sendemail.${name}=${value}`,
      ]);
      const send = (to: string) =>
        git(...settings, 'send-email', '--confirm=never', '--suppress-cc=all', '--to', to, '-2');
      expect((await send('nobody@localhost.localdomain.invalid')).exit).not.toBe(0);
      expect(await send('ann@example.com')).toMatchObject({ exit: 0 });
      const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
      expect(messages.map(({ subject }) => subject).toSorted()).toEqual([
        '[PATCH 1/2] add two',
        '[PATCH 2/2] add three',
      ]);
      expect(new Set(messages.map(({ thread_id }) => thread_id)).size).toBe(1);
    },
  );
});

function hasPhpMailer(): boolean {
  return works('php', '-r', "exit((int) !file_exists('/usr/share/php/libphp-phpmailer/autoload.php'));");
}

/** It speaks SMTP only with packages of Perl's that Debian merely recommends. */
function hasSendEmail(): boolean {
  return (
    existsSync(join(gitFolder(), 'git-send-email')) &&
    works('perl', '-MAuthen::SASL', '-MIO::Socket::SSL', '-e1')
  );
}

function gitFolder(): string {
  return (spawnSync('git', ['--exec-path'], { encoding: 'utf8' }).stdout ?? '').trim();
}
