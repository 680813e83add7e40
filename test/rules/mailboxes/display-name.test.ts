import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../daemon/platform/errors/service-error.ts';
import { assertDisplayName, fromDisplay } from '../../../daemon/rules/mailboxes/display-name.ts';

const BRANDS = ['agentmail'];

function reasonOf(raw: string): unknown {
  try {
    assertDisplayName(raw, BRANDS);
    return null;
  } catch (error) {
    return error instanceof ServiceError ? error.details?.reason : error;
  }
}

describe('a display name', () => {
  it('is normalised: compatibility forms, and no space around', () => {
    expect(assertDisplayName('  Ａnn  ', BRANDS)).toBe('Ann');
    expect(assertDisplayName('Zoë', BRANDS)).toBe('Zoë');
  });

  it('counts code points, not UTF-16 units', () => {
    expect(reasonOf('🦊'.repeat(64))).toBeNull();
    expect(reasonOf('🦊'.repeat(65))).toBe('length');
  });

  it.each([
    ['a\u0007b', 'control_chars'],
    ['a\u202Eb', 'control_chars'],
    ['a\u2028b', 'control_chars'],
    ['', 'length'],
    ['   ', 'length'],
    ['x'.repeat(65), 'length'],
    ['ann@example', 'address_like'],
    ['Ann of bank.example', 'address_like'],
    ['bank.xn--p1ai', 'address_like'],
    ['बैंक.भारत', 'address_like'],
    ['bank.example!', 'address_like'],
    ['bank.example?', 'address_like'],
    ['bank.example.', 'address_like'],
    ['bank.example/login', 'address_like'],
    ['bank.example:443', 'address_like'],
    ['https://bank.example', 'address_like'],
    ['"bank.example"', 'address_like'],
    ['Ann|bank.example|', 'address_like'],
    ['www.paypal.com…', 'address_like'],
    ['bank\uFE0F.exa\u034Fmple', 'address_like'],
    ['agent\u034Fmail', 'platform_brand'],
    ['agent\uFE0Fmail', 'platform_brand'],
    ['agent\u3164mail', 'platform_brand'],
    ['AGENTMAİL', 'platform_brand'],
    ['agentmaıl', 'platform_brand'],
    ['Ágentmail', 'platform_brand'],
    ['Agent-Mail Support', 'platform_brand'],
    ['ＡＧＥＮＴＭＡＩＬ', 'platform_brand'],
    ['=?utf-8?B?YWdlbnRtYWls?= Support', 'platform_brand'],
    ['=?utf-8?Q?ann=40bank?=', 'address_like'],
    ['=?utf-8?Q?a=E2=80=AEb?=', 'control_chars'],
  ])('%j is refused as %s', (raw, reason) => {
    expect(reasonOf(raw)).toBe(reason);
  });

  it('is refused for the first reason in the order control_chars, length, address_like, platform_brand', () => {
    const long = `agentmail@bank.example ${'x'.repeat(64)}`;
    expect(reasonOf(`${long}\u0000`)).toBe('control_chars');
    expect(reasonOf(long)).toBe('length');
    expect(reasonOf('agentmail@bank.example')).toBe('address_like');
    expect(reasonOf('agentmail')).toBe('platform_brand');
  });

  it.each([
    'Dr. Ann Lee',
    'A.B. Smith',
    'Ann, Inc.',
    'Node 22.5',
    'Ann Lee, M.Sc.',
    'Ann Lee, Ph.D.',
    'Wait...what?',
    'Ann ❤️ mail',
    'v2.0-beta',
  ])('%j is fine', (raw) => {
    expect(reasonOf(raw)).toBeNull();
  });

  it('is quoted in From where the grammar asks for it', () => {
    expect(fromDisplay('Ann', 'a@b.example')).toBe('Ann <a@b.example>');
    expect(fromDisplay('Ann "A" Lee, PhD', 'a@b.example')).toBe('"Ann \\"A\\" Lee, PhD" <a@b.example>');
  });
});
