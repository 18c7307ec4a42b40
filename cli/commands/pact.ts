/** `plant-store pact`: the Pact side, one file per subcommand. */
import type { CommandGroup } from '../command.ts';

export const command: CommandGroup = {
  name: 'pact',
  summary: 'The Pact side: pacts against the contract, an implementation against pacts',
  usage: 'plant-store pact SUBCOMMAND [options]',
  subcommands: {
    compare: () => import('./pact/compare.ts'),
    verify: () => import('./pact/verify.ts'),
    record: () => import('./pact/record.ts'),
    publish: () => import('./pact/publish.ts'),
    'can-i-deploy': () => import('./pact/can-i-deploy.ts'),
    'record-deployment': () => import('./pact/record-deployment.ts'),
  },
};
