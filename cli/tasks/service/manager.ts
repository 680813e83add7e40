import { CommandError } from '../../errors.ts';
import type { EndedProcess, World } from '../../machine/world.ts';
import type { Manager, ServiceDefinition } from './definition.ts';

type ProgramCall = readonly [program: string, ...args: string[]];

interface Steps {
  readonly start: (service: ServiceDefinition) => readonly ProgramCall[];
  /** Starts a known, stopped service. */
  readonly resume: (service: ServiceDefinition) => readonly ProgramCall[];
  readonly stop: (service: ServiceDefinition) => readonly ProgramCall[];
  /** Runs after the file was removed. */
  readonly forget: (service: ServiceDefinition) => readonly ProgramCall[];
  readonly look: (service: ServiceDefinition) => ProgramCall;
  /** Undefined when the answer is inconclusive. */
  readonly runs: (answer: EndedProcess) => boolean | undefined;
}

/** Exit codes of `systemctl is-active`; others are inconclusive. */
const INACTIVE = 3;
const UNKNOWN = 4;

const systemctl = (...args: string[]): ProgramCall => ['systemctl', '--user', ...args];

function managers(userId: number): Readonly<Record<Manager, Steps>> {
  const domain = `gui/${userId}`;
  return {
    systemd: {
      start: ({ name }) => [systemctl('daemon-reload'), systemctl('enable', '--now', name)],
      resume: ({ name }) => [systemctl('start', name)],
      stop: ({ name }) => [systemctl('disable', '--now', name)],
      forget: () => [systemctl('daemon-reload')],
      look: ({ name }) => systemctl('is-active', name),
      runs: ({ exit }) => (exit === 0 ? true : exit === INACTIVE || exit === UNKNOWN ? false : undefined),
    },
    launchd: {
      start: ({ file }) => [['launchctl', 'bootstrap', domain, file]],
      resume: ({ name }) => [['launchctl', 'kickstart', `${domain}/${name}`]],
      stop: ({ name }) => [['launchctl', 'bootout', `${domain}/${name}`]],
      forget: () => [],
      look: ({ name }) => ['launchctl', 'print', `${domain}/${name}`],
      runs: ({ exit, stdout }) => exit === 0 && /state = running/.test(stdout),
    },
  };
}

/** The machine's service manager, for one service. */
export function managerOf(world: World, service: ServiceDefinition) {
  const steps = managers(world.machine.userId)[service.manager];
  const runAll = async (calls: readonly ProgramCall[]) => {
    for (const call of calls) await runOrThrow(world, call);
  };
  return {
    start: () => runAll(steps.start(service)),
    resume: () => runAll(steps.resume(service)),
    stop: () => runAll(steps.stop(service)),
    forget: () => runAll(steps.forget(service)),
    /** Undefined when the manager doesn't answer. */
    async runs(): Promise<boolean | undefined> {
      const [program, ...args] = steps.look(service);
      const answer = await world.processes.runTool(program, args);
      return answer === undefined ? undefined : steps.runs(answer);
    },
    /** Commands to type when the manager can't be reached from here. */
    startByHand: steps
      .start(service)
      .map((call) => call.join(' '))
      .join(' && '),
  };
}

async function runOrThrow(world: World, [program, ...args]: ProgramCall): Promise<void> {
  const ended = await world.processes.runTool(program, args);
  if (ended?.exit === 0) return;
  const said = ended?.stderr.trim().split('\n')[0] || `${program} isn't installed`;
  throw new CommandError(`${program} ${args.join(' ')} failed: ${said}`, {
    exit: 'internal',
    code: 'SERVICE_MANAGER_FAILED',
    details: { command: [program, ...args].join(' '), exit: ended?.exit ?? null },
  });
}
