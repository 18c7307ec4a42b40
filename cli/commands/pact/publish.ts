import type { Command } from '../../command.ts';
import { commonOptions } from '../../options/values.ts';
import { brokerOptions } from '../../work/pact/broker-options.ts';

/** `plant-store pact publish` */
export const command: Command = {
  name: 'pact publish',
  summary: "Publish a consumer's pacts to a Pact Broker",
  usage: 'plant-store pact publish --pact FILE|DIR ... [options]',
  examples: [
    'plant-store pact publish --pact pacts --broker http://127.0.0.1:9292',
    'PACT_BROKER_TOKEN=... plant-store pact publish --pact pacts/web-plant-store.json --version "$SHA" --branch main',
  ],
  options: {
    pact: {
      type: 'string',
      multiple: true,
      value: 'FILE|DIR',
      help: 'a pact, or a folder of them (repeatable)',
    },
    version: {
      type: 'string',
      value: 'V',
      help: 'of the consumer (default: the git commit that is checked out)',
    },
    branch: { type: 'string', value: 'B', help: 'of the consumer (default: that of CI or of git)' },
    tag: { type: 'string', multiple: true, value: 'T', help: 'a tag for the version (repeatable)' },
    'build-url': { type: 'string', value: 'URL', help: 'of the CI build, shown with the version' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  work: () => import('../../work/pact/publish.ts'),
};
