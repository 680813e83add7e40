import { fields, good, line, quiet, type View, warning } from './document.ts';

interface Versions {
  readonly installed: string;
  readonly newest: string;
  readonly up_to_date: boolean;
  readonly package: string;
  readonly registry: string;
}

export const upgradeView: View<Versions> = ({ installed, newest, up_to_date, package: name, registry }) => [
  fields(
    ['installed', installed],
    ['newest', up_to_date ? good(newest) : warning(newest)],
    ['registry', quiet(registry)],
  ),
  ...(up_to_date
    ? []
    : [
        line(
          `Upgrade: agentmail backup && npm install --global ${name}@${newest} && agentmail down && agentmail up`,
        ),
      ]),
];
