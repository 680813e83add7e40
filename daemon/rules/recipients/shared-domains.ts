import { getDomain } from 'tldts';
import { asciiDomain, domainOf } from '../../platform/system/mail-address.ts';
import { CONSUMER_PROVIDERS } from './deliverability/typos.ts';

/** Domains at which anybody gets an address, so that two addresses there are two people. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  ...CONSUMER_PROVIDERS,
  ...[
    'mail.com',
    'email.com',
    'usa.com',
    'inbox.com',
    'hushmail.com',
    'hush.com',
    'zoho.com',
    'zohomail.com',
  ],
  ...['me.com', 'mac.com', 'pm.me', 'protonmail.ch', 'tutanota.com', 'tutanota.de', 'tuta.io', 'tuta.com'],
  ...['tutamail.com', 'keemail.me', 'mailbox.org', 'posteo.de', 'posteo.net', 'disroot.org', 'riseup.net'],
  ...['fastmail.fm', 'hey.com', 'runbox.com', 'startmail.com', 'mailfence.com', 'duck.com', 'skiff.com'],
  ...['passport.com', 'windowslive.com', 'att.net', 'cox.net', 'charter.net', 'earthlink.net', 'juno.com'],
  ...['netzero.net', 'optonline.net', 'roadrunner.com', 'rr.com', 'frontier.com', 'centurylink.net'],
  ...['rogers.com', 'shaw.ca', 'telus.net', 'sympatico.ca', 'videotron.ca', 'bigpond.com', 'optusnet.com.au'],
  ...['sky.com', 'virginmedia.com', 'ntlworld.com', 'talktalk.net', 'blueyonder.co.uk', 'web.de', 'arcor.de'],
  ...[
    't-online.de',
    'email.de',
    'mail.de',
    'online.de',
    'orange.fr',
    'free.fr',
    'sfr.fr',
    'neuf.fr',
    'bbox.fr',
  ],
  ...['virgilio.it', 'tiscali.it', 'alice.it', 'tin.it', 'inwind.it', 'iol.it', 'bluewin.ch', 'ziggo.nl'],
  ...[
    'kpnmail.nl',
    'telenet.be',
    'skynet.be',
    'seznam.cz',
    'centrum.cz',
    'wp.pl',
    'o2.pl',
    'onet.pl',
    'interia.pl',
  ],
  ...[
    'freemail.hu',
    'abv.bg',
    'mail.ru',
    'inbox.ru',
    'list.ru',
    'bk.ru',
    'rambler.ru',
    'ya.ru',
    'ukr.net',
    'i.ua',
  ],
  ...[
    'qq.com',
    'foxmail.com',
    '163.com',
    '126.com',
    'yeah.net',
    'sina.com',
    'sina.cn',
    'sohu.com',
    'aliyun.com',
  ],
  ...[
    'naver.com',
    'daum.net',
    'hanmail.net',
    'nate.com',
    'docomo.ne.jp',
    'ezweb.ne.jp',
    'nifty.com',
    'uol.com.br',
  ],
  ...['bol.com.br', 'terra.com.br', 'ig.com.br', 'rediff.com', 'sapo.pt', 'walla.co.il', 'mynet.com'],
]);

/** Providers with a domain in many countries. */
const IN_MANY_COUNTRIES = /^(?:yahoo|ymail|hotmail|live|outlook|msn|aol|gmx|yandex|googlemail|rocketmail)\./;

/**
 * The domain of the organisation that an address is at, by the public suffix list with its private section;
 * null when it can't be told, and where anybody gets an address: a provider, or `platformDomain`.
 */
export function organisationOf(address: string, platformDomain: string): string | null {
  const domain = asciiDomain(domainOf(address));
  const organisation = getDomain(domain, { allowPrivateDomains: true });
  if (organisation === null || isShared(organisation)) return null;
  return organisation === getDomain(platformDomain, { allowPrivateDomains: true }) ? null : organisation;
}

function isShared(domain: string): boolean {
  return PUBLIC_PROVIDERS.has(domain) || IN_MANY_COUNTRIES.test(domain);
}
