/** Reports that mail systems send about mail that they were given. */

/** A report as RFC 3464 has it, with these fields about its recipient. */
export function deliveryStatus(...groups: string[][]): string {
  return [
    'From: MAILER-DAEMON@mx.example',
    'Subject: Undelivered Mail',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    'We are sorry. 550 5.1.1 is what a fool would read here.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    ...groups.flatMap((group) => [...group, '']),
    '--b--',
    '',
  ].join('\r\n');
}

/** A report as RFC 5965 has it, about a message with this header. */
export function feedbackReport(
  type: string,
  fields: readonly string[],
  returned: readonly string[] = [],
): string {
  return [
    'From: feedback@mailbox-provider.example',
    'Subject: FW: something',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    '',
    'This is an abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'Version: 1',
    ...fields,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Hello',
    ...returned,
    '',
    '--b--',
    '',
  ].join('\r\n');
}
