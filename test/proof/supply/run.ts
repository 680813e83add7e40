import { spawnSync } from 'node:child_process';
import { isAllowed, lockedPackages } from './lock.ts';

/** `npm run supply`: licences, software bill of materials, known vulnerabilities. */

const packages = lockedPackages();
const byLicense = Map.groupBy(
  packages,
  ({ license }) => license ?? 'not stated (not installed on this machine)',
);
for (const [license, all] of [...byLicense].toSorted((a, b) => b[1].length - a[1].length)) {
  const shipped = all.filter(({ dev }) => !dev).length;
  process.stdout.write(`${license}: ${all.length} packages, ${shipped} of them not only for development\n`);
}
const refused = packages.filter(
  ({ license, dev }) => license !== undefined && !isAllowed(license, dev === true),
);
for (const { name, license } of refused) process.stdout.write(`not allowed: ${name} (${license})\n`);

const sbom = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
  encoding: 'utf8',
  maxBuffer: 1e8,
});
const components =
  sbom.status === 0 ? (JSON.parse(sbom.stdout) as { components: unknown[] }).components.length : 0;
process.stdout.write(`SBOM (npm sbom --omit dev): ${components} components\n`);

const audit = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 1e8 });
const report = JSON.parse(audit.stdout || '{}') as { metadata?: { vulnerabilities: Record<string, number> } };
const found = report.metadata?.vulnerabilities;
process.stdout.write(
  found
    ? `npm audit: ${JSON.stringify(found)}\n`
    : 'npm audit: this registry does not answer it; run it against one that does\n',
);
process.exitCode = refused.length > 0 || components === 0 || (found?.total ?? 0) > 0 ? 1 : 0;
