import { recordDeployment } from '../../../contracts/pact/broker/record-deployment.ts';
import { sanitizeLine } from '../../../sanitize.ts';
import type { CommandInput } from '../../command.ts';
import { getString, rejectExtraArguments } from '../../options/option-values.ts';
import { readBrokerAccess, requireOption } from './broker-options.ts';

/** `plant-store pact record-deployment`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const deployment = {
    access: readBrokerAccess(input),
    pacticipant: requireOption(input, 'pacticipant'),
    version: requireOption(input, 'version'),
    environment: requireOption(input, 'environment'),
    applicationInstance: getString(input, 'application-instance'),
  };
  await recordDeployment(deployment);
  const { pacticipant, version, environment } = deployment;
  process.stdout.write(`${sanitizeLine(`recorded  ${pacticipant} ${version} is deployed to ${environment}`)}\n`);
  return 0;
}
