import { splitTag } from '../../../platform/system/mail-address.ts';

/**
 * Local parts of roles, machines and lists: those of RFC 2142, and those that large mail services refuse.
 * Words that people also use for themselves (client, customer, manager, me) are left out.
 */
const ROLES = new Set(
  `abuse accounting accounts admin administrator all billing bounce bounces careers complaints compliance contact
  contactus customercare customerservice customersupport devnull devops dns do-not-reply donotreply employment
  enquiries everybody everyone feedback finance ftp hello help helpdesk hostmaster hr info information inoc
  inquiries investorrelations invoices ispfeedback ispsupport jobs legal list list-request listserv mailer-daemon
  mailerdaemon majordomo marketing media news newsletter newsletters no-reply noc noreply notifications null office
  operations orders payments phish phishing postmaster press privacy purchasing recruiting recruitment registrar
  remove reservations returns root sales security service services shipping spam staff subscribe subscriptions
  support sysadmin tech techsupport undisclosed-recipients unsubscribe usenet uucp webmaster www`.split(
    /\s+/,
  ),
);

/** Whether a local part names a role, ignoring its `+tag`. */
export function isRole(local: string, additions: readonly string[]): boolean {
  const { name } = splitTag(local.toLowerCase());
  return ROLES.has(name) || additions.includes(name);
}
