import { describe, expect, it } from 'vitest';
import { namedDomain } from '../../../daemon/content/scanning/url/hosts.ts';
import { inbound, outbound, rulesOf, scan } from './support.ts';

const rules = async (html: string, extra = {}) =>
  rulesOf(await scan(inbound({ html, text: 'See the link.', ...extra })), 'phishing_url');

describe('links', () => {
  it.each([
    ['look-alike-host', '<a href="https://аpple.com/login">apple.com</a>'],
    ['credentials-in-url', '<a href="https://www.mybank.com@203.0.113.7/login">bank</a>'],
    ['borrowed-brand', '<a href="https://paypal.com.account-check.example.net/">check</a>'],
    ['borrowed-brand', '<a href="http://paypa1.com/">check</a>'],
    ['look-alike-host', '<a href="https://ɡithub.example/">account</a>'],
    ['credentials-in-url', '<a href="https://anna:secret@files.example.net/">file</a>'],
    ['active-link', '<a href="javascript:alert(1)">click</a>'],
    ['other-host-named', '<a href="http://203.0.113.7/a">www.mybank.com</a>'],
  ])('with %s hold the message', async (rule, html) => {
    expect(await rules(html)).toContain(rule);
  });

  it.each([
    '<a href="https://www.example.org/a?b=c">read more</a>',
    '<a href="https://bit.ly/3abcd">our slides</a>',
    '<a href="https://github.com/nodejs/node">github.com</a>',
    '<a href="mailto:anna@example.org">Anna</a>',
    '<a href="http://10.0.4.12:9090/metrics">our figures</a>',
    '<a href="https://anna@bitbucket.org/team/project.git">the repository</a>',
    '<a href="https://театр.рф/">театр</a>',
    '<a href="https://kapı.example/">kapı</a>',
  ])('that look ordinary pass: %s', async (html) => {
    expect(await rules(html)).toEqual([]);
  });

  it('on the owner’s list block the message, subdomains and prefixes too, with a warning', async () => {
    const blockedUrls = ['bad.example', 'https://files.example.org/drop/'];
    for (const url of [
      'http://bad.example/x',
      'https://www.bad.example',
      'http://files.example.org/drop/1',
    ]) {
      const report = await scan(inbound({ text: `Look at ${url}`, blockedUrls }));
      expect(report.verdict).toBe('blocked');
      const listed = report.findings.find((finding) => finding.ruleId === 'listed');
      expect(listed?.warning?.affected_urls).toEqual([url]);
    }
    expect(
      (await scan(inbound({ text: 'Look at http://files.example.org/other', blockedUrls }))).verdict,
    ).toBe('clean');
  });

  it('are checked on outbound mail as well', async () => {
    const report = await scan(
      outbound({ text: 'Look at http://bad.example/', blockedUrls: ['bad.example'] }),
    );
    expect(report.verdict).toBe('blocked');
  });

  it('are not looked at while the account has not accepted the notice', async () => {
    expect(await rules('<a href="javascript:alert(1)">click</a>', { urlReputationActive: false })).toEqual(
      [],
    );
  });

  it('to tracking images only warn', async () => {
    const html = '<p>News</p><img src="https://t.example/open.gif?u=1" width="1" height="1">';
    const report = await scan(inbound({ html, text: 'News' }));
    expect(report.verdict).toBe('warning');
    expect(rulesOf(report, 'image_exfil')).toEqual(['remote-beacon']);
  });
});

describe('the host that the text of a link names', () => {
  it.each([
    ['mybank.photography', 'mybank.photography'],
    ['https://www.bank.co.uk/login', 'bank.co.uk'],
    ['bank.com.', 'bank.com'],
    ['b\u00fccher.de', 'xn--bcher-kva.de'],
    ['\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444', 'xn--e1afmkfd.xn--p1ai'],
    ['bank.xn--p1ai', 'bank.xn--p1ai'],
    ['Open the invoice', null],
    ['version 1.2.3', null],
  ])('is told under every ending: %s', (label, domain) => {
    expect(namedDomain(label)).toBe(domain);
  });
});
