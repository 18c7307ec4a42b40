import type { Command } from '../../command.ts';
import { brokerOptions } from '../../work/pact/broker-options.ts';

/** `plant-store pact record-deployment` */
export const command: Command = {
  name: 'pact record-deployment',
  summary: 'Tell a Pact Broker that a version is deployed in an environment now',
  usage: 'plant-store pact record-deployment --pacticipant NAME --version V --environment E [options]',
  examples: [
    'plant-store pact record-deployment --pacticipant plant-store --version "$SHA" --environment production',
  ],
  options: {
    pacticipant: { type: 'string', value: 'NAME', help: 'who was deployed' },
    version: { type: 'string', value: 'V', help: 'which version of it' },
    environment: { type: 'string', value: 'E', help: 'where, such as production' },
    'application-instance': {
      type: 'string',
      value: 'NAME',
      help: 'which one, where several versions run at once in one environment',
    },
    ...brokerOptions,
  },
  work: () => import('../../work/pact/record-deployment.ts'),
};
