import { recordDeployment } from '../../../contracts/pact/broker/record-deployment.ts';
import { visible } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { refuseExtra, text } from '../../options/values.ts';
import { brokerAccess, needed } from './broker-options.ts';

/** `plant-store pact record-deployment`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
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
