import { DiskSpace } from '../platform/system/disk-space.ts';
import { SpareSpace } from '../platform/system/spare-space.ts';
import { Room } from './budgets/room.ts';
import type { RulesContext } from './context.ts';

export function composeRules({
  clock,
  config,
  log,
  settings,
}: Pick<RulesContext, 'clock' | 'config' | 'log' | 'settings'>): Pick<RulesContext, 'room'> {
  return {
    room: new Room({
      disk: new DiskSpace(config.home, clock),
      spare: new SpareSpace(config.home),
      reserve: () => settings.get('storage.reserve'),
      onChange: (isScarce, { free }) => {
        if (isScarce) log.error({ free }, 'free disk space is below storage.reserve, so new mail is refused');
        else log.info({ free }, 'there is disk space for new mail again');
      },
    }),
  };
}
