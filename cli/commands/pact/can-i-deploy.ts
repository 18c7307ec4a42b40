import type { Command } from '../../command.ts';
import { commonOptions } from '../../options/values.ts';
import { brokerOptions } from '../../work/pact/broker-options.ts';

/** `plant-store pact can-i-deploy` */
export const command: Command = {
  name: 'pact can-i-deploy',
  summary: 'Ask a Pact Broker whether a version may be deployed: exit code 0 yes, 1 no, 2 could not ask',
  usage: 'plant-store pact can-i-deploy --pacticipant NAME --version V --to-environment E [options]',
  examples: [
    'plant-store pact can-i-deploy --pacticipant plant-store --version "$SHA" --to-environment production',
    'plant-store pact can-i-deploy --pacticipant web --version "$SHA" --to-environment test --retry-while-unknown 12',
  ],
  options: {
    pacticipant: { type: 'string', value: 'NAME', help: 'who is to be deployed' },
    version: { type: 'string', value: 'V', help: 'which version of it' },
    'to-environment': { type: 'string', value: 'E', help: 'where to, such as production' },
    'retry-while-unknown': {
      type: 'string',
      value: 'N',
      help: 'ask up to N times again while results are missing (default 0)',
    },
    'retry-interval': { type: 'string', value: 'S', help: 'seconds between two questions (default 10)' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  work: () => import('../../work/pact/can-i-deploy.ts'),
};
