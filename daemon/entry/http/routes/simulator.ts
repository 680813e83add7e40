import { simulateInbound as contract } from '../../../../shared/contract/simulator.ts';
import { simulateInbound } from '../../../mail/simulator/inbound.ts';
import { type Binding, bind } from '../call.ts';

export const simulatorRoutes: readonly Binding[] = [
  bind(contract, (context, principal, { body }) => simulateInbound(context, principal, body)),
];
