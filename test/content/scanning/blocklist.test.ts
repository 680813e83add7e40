import { describe, expect, it } from 'vitest';
import { inbound, outbound, scan } from './support.ts';

const blockedUrls = ['bad.example'];
const verdictOf = async (
  content: { text?: string; html?: string },
  listed: readonly string[] = blockedUrls,
) => (await scan(inbound({ text: 'See below.', ...content, blockedUrls: listed }))).verdict;

describe('a listed host blocks the message', () => {
  it.each([
    ['as text in html', '<p>Look at https://bad.example/login today</p>'],
    ['as text that is hidden', '<p hidden>https://bad.example/login</p>'],
    ['as a picture', '<img src="https://cdn.bad.example/a.png">'],
    [
      'as one of several pictures',
      '<img srcset="https://ok.example/a.png 1x, https://bad.example/a.png 2x">',
    ],
    ['as a frame', '<iframe src="https://bad.example/"></iframe>'],
    [
      'as the target of a button',
      '<form action="/x"><button formaction="https://bad.example/">Go</button></form>',
    ],
    ['as a page that follows', '<meta http-equiv="Refresh" content="0; URL=https://bad.example/">'],
    ['as the base of links', '<base href="https://bad.example/"><a href="login">Sign in</a>'],
    ['without a scheme', '<a href="//bad.example/login">Sign in</a>'],
    ['in a style', '<p style="background:url(https://bad.example/a.png)">Hi</p>'],
    ['in a style sheet', '<style>p{background:url("https://bad.example/a.png")}</style><p>Hi</p>'],
    ['as a background', '<table background="https://bad.example/a.png"><tr><td>Hi</td></tr></table>'],
    [
      'behind a safe link',
      '<a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbad.example%2Flogin&data=05">Hi</a>',
    ],
    ['behind a search', '<a href="https://www.google.com/url?q=https://bad.example/&sa=D">Hi</a>'],
    [
      'behind two redirects',
      '<a href="https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fu%3Dhttps%253A%252F%252Fbad.example%252F">Hi</a>',
    ],
    [
      'behind Proofpoint',
      '<a href="https://urldefense.proofpoint.com/v2/url?u=https-3A__bad.example_login&d=DwMF">Hi</a>',
    ],
    ['behind Proofpoint 3', '<a href="https://urldefense.com/v3/__https://bad.example/login__;!!x">Hi</a>'],
  ])('%s', async (_, html) => {
    expect(await verdictOf({ html })).toBe('blocked');
    expect(await verdictOf({ html }, ['worse.example'])).not.toBe('blocked');
  });

  it.each([
    'Type bad.example/login into your browser.',
    'Go to www.bad.example now.',
    'It is (bad.example).',
    'bad.example:8443',
  ])('where people type it: %s', async (text) => {
    expect(await verdictOf({ text })).toBe('blocked');
    expect((await scan(outbound({ text, blockedUrls }))).verdict).toBe('blocked');
  });

  it.each([
    'Write to anna@bad.example.',
    'It is not-bad.example.org',
    'badXexample',
    'See https://ok.example/bad.example',
  ])('but not: %s', async (text) => {
    expect(await verdictOf({ text })).not.toBe('blocked');
  });
});

describe('an entry of the list', () => {
  it.each([
    ['bücher.example', 'https://bücher.example/x'],
    ['bücher.example', 'https://www.xn--bcher-kva.example/'],
    ['.bad.example', 'https://www.bad.example/'],
    ['*.bad.example', 'https://www.bad.example/'],
    ['bad.example.', 'https://bad.example/'],
    ['BAD.example', 'https://bad.example./'],
    ['bad.example:8080', 'http://bad.example:8080/x'],
    ['bad.example:443', 'https://bad.example/x'],
    ['https://bad.example/', 'http://www.bad.example:8080/x'],
    ['https://bad.example', 'https://www.bad.example/x'],
    ['bad.example/drop', 'https://bad.example:8443/drop/1'],
    ['bad.example/Drop/', 'https://bad.example/drop'],
    ['10.0.0.1', 'http://10.0.0.1:8080/x'],
  ])('%s covers %s', async (entry, url) => {
    expect(await verdictOf({ text: `Look at ${url}` }, [entry])).toBe('blocked');
  });

  it.each([
    ['bad.example:8080', 'http://bad.example/x'],
    ['bad.example/drop', 'http://bad.example/other'],
    ['bad.example/drop', 'http://www.bad.example/drop'],
    ['bad.example', 'http://bad.example.org/'],
  ])('%s does not cover %s', async (entry, url) => {
    expect(await verdictOf({ text: `Look at ${url}` }, [entry])).not.toBe('blocked');
  });
});
