import { networkInterfaces } from 'node:os';
import { plainAddress, Subnets } from './subnets.ts';

const LOOPBACK = new Subnets(['127.0.0.0/8', '::1']);

/** The addresses of this machine's interfaces. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}

/** Whether a peer runs on this machine, where it may be an agent: on loopback, or at one of `own`. */
export function isOfThisMachine(address: string, own: () => readonly string[]): boolean {
  return LOOPBACK.has(address) || own().includes(plainAddress(address));
}
