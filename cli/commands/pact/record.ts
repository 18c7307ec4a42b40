import type { Command } from '../../command.ts';
import { commonOptions } from '../../options/values.ts';

/** `plant-store pact record` */
export const command: Command = {
  name: 'pact record',
  summary: 'Write a pact from the contract alone, to verify an implementation with',
  usage: 'plant-store pact record [--out FILE|DIR] [options]',
  examples: [
    'plant-store pact record --out pacts/',
    'plant-store pact record --spec openapi.yaml > generated.json',
    'plant-store pact record --spec openapi.yaml --out generated.json --json',
  ],
  options: {
    spec: commonOptions.spec,
    out: {
      type: 'string',
      value: 'FILE|DIR',
      help: 'where to write it; a folder gets CONSUMER-PROVIDER.json (default: stdout)',
    },
    consumer: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the consumer (default: generated-from- and the title of the document)',
    },
    provider: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the provider (default: the title of the document)',
    },
    json: { type: 'boolean', help: 'print the summary as JSON; the pact goes to --out' },
  },
  work: () => import('../../work/pact/record.ts'),
};
