import { recordDeployment } from '../../contracts/pact/broker/record-deployment.ts';
import { visible } from '../../text.ts';
import type { Command, CommandInput } from '../command.ts';
import { refuseExtra, text } from '../options.ts';
import { brokerAccess, brokerOptions, needed } from './broker-options.ts';

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
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const deployment = {
    access: brokerAccess(input),
    pacticipant: needed(input, 'pacticipant'),
    version: needed(input, 'version'),
    environment: needed(input, 'environment'),
    applicationInstance: text(input, 'application-instance'),
  };
  await recordDeployment(deployment);
  const { pacticipant, version, environment } = deployment;
  process.stdout.write(`${visible(`recorded  ${pacticipant} ${version} is deployed in ${environment}`)}\n`);
  return 0;
}
