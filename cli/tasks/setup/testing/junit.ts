import type { TestReport } from '../../../output/views/policy-tests.ts';

/** The report in the form of JUnit, which CI systems read. */
export function junitOf({ results, failed }: TestReport, suite: string): string {
  const cases = results.map(({ name, ok, expected, found, reasons }) => {
    const open = `    <testcase classname=${quoted(suite)} name=${quoted(name)}`;
    if (ok) return `${open}/>`;
    const message = quoted(`expected ${expected}, found ${found}`);
    return `${open}>\n      <failure message=${message}>${escaped(reasons.join('\n'))}</failure>\n    </testcase>`;
  });
  const counts = `tests="${results.length}" failures="${failed}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name=${quoted(suite)} ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const quoted = (text: string) => `"${escaped(text).replaceAll('\n', '&#10;')}"`;

/** XML 1.0 has no control characters but these three. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
