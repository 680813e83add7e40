import type { AutomaticKind } from '../../shared/contract/values.ts';

/** A message as a program or a person sends it. */
export interface SampleMail {
  readonly name: string;
  readonly from: string;
  /** Sent without a return path. */
  readonly isNullPath?: true;
  readonly header: readonly string[];
}

export interface AutomaticSample extends SampleMail {
  readonly kind: AutomaticKind;
}

const sample = (
  kind: AutomaticKind,
  name: string,
  from: string,
  header: readonly string[],
  isNullPath?: true,
): AutomaticSample => ({ kind, name, from, header, ...(isNullPath && { isNullPath }) });

const ANSWERED = 'In-Reply-To: <question@helper.example>';
const GENERATED = 'Auto-Submitted: auto-generated';
const REPLIED = 'Auto-Submitted: auto-replied';
const SUPPRESS = 'X-Auto-Response-Suppress: All';
const report = (type: string) => `Content-Type: multipart/report; report-type=${type}; boundary=b`;

/** Absence notes, tickets, lists, bounces and other mail of programs; each comes in a thread of its own. */
export const AUTOMATIC_SAMPLES: readonly AutomaticSample[] = [
  // Absence notes
  sample('reply', 'Exchange, English', 'ann@example.org', [
    'Subject: Automatic reply: Offer',
    GENERATED,
    SUPPRESS,
  ]),
  sample('reply', 'Exchange, German', 'jan@example.org', [
    'Subject: Automatische Antwort: Angebot',
    SUPPRESS,
  ]),
  sample('reply', 'Exchange, French', 'luc@example.org', [
    'Subject: =?UTF-8?Q?R=C3=A9ponse_automatique_=3A_Offre?=',
    SUPPRESS,
  ]),
  sample('reply', 'Exchange, Spanish', 'eva@example.org', [
    'Subject: =?utf-8?B?UmVzcHVlc3RhIGF1dG9tw6F0aWNhOiBPZmVydGE=?=',
    ANSWERED,
  ]),
  sample('reply', 'Exchange, Italian', 'ugo@example.org', [
    'Subject: Risposta automatica: Offerta',
    ANSWERED,
  ]),
  sample('reply', 'Exchange, Portuguese', 'rui@example.org', [
    'Subject: Resposta automática: Oferta',
    ANSWERED,
  ]),
  sample('reply', 'Exchange, Dutch', 'pim@example.org', ['Subject: Automatisch antwoord: Aanbod', ANSWERED]),
  sample('reply', 'Exchange, Swedish', 'bo@example.org', ['Subject: Automatiskt svar: Erbjudande', ANSWERED]),
  sample('reply', 'Exchange, Polish', 'ola@example.org', ['Subject: Odpowiedź automatyczna: Oferta'], true),
  sample('reply', 'a client in Japan', 'ken@example.org', ['Subject: 自動返信: お見積り'], true),
  sample('reply', 'a client in Russia', 'olga@example.org', [
    'Subject: Автоматический ответ: Заказ',
    ANSWERED,
  ]),
  sample('reply', 'a client in China', 'wei@example.org', ['Subject: 自动回复：报价', 'Precedence: bulk']),
  sample('reply', 'Gmail', 'kim@example.org', [
    'Subject: Away this week',
    REPLIED,
    'Precedence: bulk',
    'X-Autoreply: yes',
  ]),
  sample('reply', 'vacation(1)', 'root@example.org', ['Subject: away from my mail', 'Precedence: junk']),
  sample(
    'reply',
    'Sieve',
    'sam@example.org',
    ['Subject: Auto: Offer', 'Auto-Submitted: auto-replied (vacation)'],
    true,
  ),
  sample('reply', 'Lotus Notes', 'tim@example.org', [
    'Subject: Tim is out of the office',
    'X-Autorespond: Offer',
  ]),
  sample('reply', 'Postfixadmin', 'pia@example.org', ['Subject: Not here', 'Precedence: auto_reply']),
  sample('reply', 'cPanel', 'max@example.org', [
    'Subject: Thanks for your mail',
    'X-Autorespond: yes',
    'Precedence: bulk',
  ]),
  // Tickets
  sample('reply', 'RT', 'support@tickets.example', [
    'Subject: [rt #12] AutoReply: Offer',
    REPLIED,
    'Precedence: bulk',
  ]),
  sample('reply', 'OTRS', 'desk@otrs.example', ['Subject: RE: Ihre Anfrage', GENERATED, ANSWERED]),
  sample('bulk', 'Zendesk', 'support@shop.example', [
    'Subject: [Shop] Request received',
    GENERATED,
    SUPPRESS,
  ]),
  sample('bulk', 'Jira', 'jira@tracker.example', [
    'Subject: [JIRA] (OPS-1) Disk is full',
    GENERATED,
    'Precedence: bulk',
  ]),
  sample('list', 'GitHub', 'notifications@github.example', [
    'Subject: [acme/shop] Login fails (Issue #7)',
    'List-ID: acme/shop <shop.acme.github.example>',
    'Precedence: list',
  ]),
  sample('bulk', 'a monitor', 'no-reply@monitor.example', ['Subject: Disk is full', GENERATED]),
  // Lists and newsletters
  sample('list', 'Mailman', 'lea@example.org', [
    'Subject: [dev] Release',
    'List-Id: Developers <dev.lists.example>',
  ]),
  sample('list', 'ezmlm', 'leo@example.org', [
    'Subject: Release',
    'Mailing-List: contact dev-help@lists.example',
  ]),
  sample('list', 'a group', 'lin@example.org', [
    'Subject: Plans',
    'List-Post: <mailto:plans@groups.example>',
  ]),
  sample('list', 'a newsletter', 'news@shop.example', [
    'Subject: Out of office sale',
    'List-Id: <news.shop.example>',
  ]),
  sample('bulk', 'a mailing', 'noreply@shop.example', [
    'Subject: Sale',
    'List-Unsubscribe: <https://shop.example/u>',
  ]),
  sample('bulk', 'an old mailing', 'sales@shop.example', ['Subject: Sale', 'Precedence: bulk']),
  // Reports
  sample(
    'bounce',
    'Postfix',
    'MAILER-DAEMON@mx.example',
    ['Subject: Undelivered', REPLIED, report('delivery-status')],
    true,
  ),
  sample(
    'bounce',
    'Exim',
    'Mailer-Daemon@mx.example',
    ['Subject: Mail delivery failed', 'X-Failed-Recipients: a@b.example'],
    true,
  ),
  sample('bounce', 'qmail', 'MAILER-DAEMON@mx.example', ['Subject: failure notice'], true),
  sample('bounce', 'a gateway', 'postmaster@mx.example', ['Subject: Undeliverable: Offer'], true),
  sample('bounce', 'a delayed delivery', 'postmaster@mx.example', [
    'Subject: Delayed',
    report('delivery-status'),
  ]),
  sample('reply', 'a receipt', 'ann@example.org', [
    'Subject: Read: Offer',
    report('disposition-notification'),
  ]),
  // Calendars
  sample('reply', 'a calendar', 'ann@example.org', ['Subject: Accepted: Talk @ Mon', GENERATED]),
  sample('reply', 'a room', 'room@example.org', ['Subject: Abgelehnt: Besprechung', SUPPRESS]),
  sample('reply', 'a scheduler', 'bob@example.org', [
    'Subject: Talk',
    'Content-Type: text/calendar; method=REPLY; charset=utf-8',
  ]),
  // An agent of another service, whose answers say what they are
  sample('reply', 'an agent', 'bot@agents.example', ['Subject: Re: Offer', REPLIED, ANSWERED]),
];

const letter = (name: string, from: string, header: readonly string[]): SampleMail => ({
  name,
  from,
  header,
});

/** Mail that agents answer. */
export const ORDINARY_SAMPLES: readonly SampleMail[] = [
  letter('a question', 'ann@example.org', ['Subject: A question']),
  letter('an answer', 'bob@example.org', ['Subject: Re: Offer', ANSWERED]),
  letter('about an absence', 'eva@example.org', ['Subject: Out of office next week']),
  letter('about an absence, in German', 'jan@example.org', ['Subject: Abwesenheit: Vertretung im Mai']),
  letter('an answer about an absence', 'jan@example.org', ['Subject: Urlaub im Mai?', ANSWERED]),
  letter('an answer to an absence note', 'kim@example.org', [
    'Subject: Re: Automatic reply: Offer',
    ANSWERED,
  ]),
  letter('about a car', 'max@example.org', ['Subject: Auto: Reparatur']),
  letter('about an invitation', 'lea@example.org', ['Subject: Accepted: your offer']),
  letter('that says it is of a person', 'leo@example.org', ['Subject: Hi', 'Auto-Submitted: no']),
  letter('from a shared desk', 'info@shop.example', ['Subject: Your order', 'X-Mailer: Desk']),
  letter('of high precedence', 'pia@example.org', [
    'Subject: Now',
    'Precedence: first-class',
    'Importance: high',
  ]),
  letter('with an unsubscribe link', 'rui@crm.example', [
    'Subject: Hi',
    'List-Unsubscribe: <https://crm.example/u>',
  ]),
  letter('that asks for no absence notes', 'sam@example.org', [
    'Subject: Hi',
    'X-Auto-Response-Suppress: OOF',
  ]),
  letter('with a report attached', 'tim@example.org', ['Subject: Report', 'Content-Type: text/plain']),
  letter('of an agent that writes first', 'bot@agents.example', [
    'Subject: Offer',
    GENERATED,
    'List-Unsubscribe: <https://agents.example/u>',
  ]),
];

/** The bytes of a sample to a mailbox. */
export function sampleMail({ from, header }: SampleMail, { to, id }: { to: string; id: string }): Buffer {
  const fields = [`From: ${from}`, `To: ${to}`, `Message-ID: <${id}@example.org>`, ...header];
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\nHello, this is a message.\r\n`);
}
