import type { Plugin } from 'rolldown';
import license, { type Dependency } from 'rollup-plugin-license';
import own from '../../package.json' with { type: 'json' };

/** Licences under which code may lie in the bundles; each asks for no more than that its text goes along. */
const ALLOWED = '(MIT OR ISC OR BSD-2-Clause OR BSD-3-Clause OR Apache-2.0 OR 0BSD OR MIT-0 OR Unlicense)';

export interface ThirdParty {
  /** Notes the packages whose code a bundle keeps; fails on one whose licence does not allow it. */
  readonly plugin: (root: string) => Plugin;
  /** Their licences, as the file that goes along. */
  readonly notice: () => string;
}

/**
 * Gathers the licences of the packages that the bundles contain; what npm installs beside them has its own.
 */
export function thirdParty(): ThirdParty {
  const found = new Map<string, Dependency>();
  const gather = (dependencies: Dependency[]) => {
    for (const each of dependencies.filter(({ name }) => name !== own.name))
      found.set(`${each.name} ${each.version}`, each);
  };
  return {
    plugin: (root) =>
      license({
        cwd: root,
        thirdParty: {
          allow: { test: ALLOWED, failOnUnlicensed: true, failOnViolation: true },
          multipleVersions: true,
          output: gather,
        },
        // Rolldown runs plugins of Rollup; only the names of their types differ.
      }) as unknown as Plugin,
    notice: () => {
      const sorted = [...found].toSorted(([one], [other]) => one.localeCompare(other));
      return [
        'The files in this folder contain code of the following packages.\n',
        ...sorted.map(([title, dependency]) => entry(title, dependency)),
      ].join('\n');
    },
  };
}

function entry(title: string, { license: terms, licenseText, noticeText, author }: Dependency): string {
  const by = author ? `, ${author.text()}` : '';
  const text = licenseText ?? `Published as "${terms}" without the text of the licence.`;
  return [
    '-'.repeat(78),
    `${title} (${terms})${by}`,
    '',
    text.trim(),
    ...(noticeText ? [noticeText.trim()] : []),
    '',
  ].join('\n');
}
