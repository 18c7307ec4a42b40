/** `plant-store pact`: the Pact side, one file per subcommand. */
import type { Command } from './command.ts';

export const command: Command = {
  name: 'pact',
  summary: 'The Pact side: pacts against the contract, an implementation against pacts',
  usage: 'plant-store pact SUBCOMMAND [options]',
  examples: ['plant-store pact compare', 'plant-store pact verify http://127.0.0.1:4010'],
  options: {},
  subcommands: {
    compare: () => import('./pact/compare.ts'),
    verify: () => import('./pact/verify.ts'),
    record: () => import('./pact/record.ts'),
    publish: () => import('./pact/publish.ts'),
    'can-i-deploy': () => import('./pact/can-i-deploy.ts'),
    'record-deployment': () => import('./pact/record-deployment.ts'),
  },
  // Never reached: a subcommand is needed, and main.ts looks for it.
  run: async () => 2,
};
