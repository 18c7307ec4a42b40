/** Records at the broker that a version is deployed to an environment; only the broker's response counts. */
import { KitError } from '../../../errors.ts';
import { percentEncode } from '../../../sanitize.ts';
import { isJsonArray, isJsonObject } from '../../../spec/json/exact-json.ts';
import { type BrokerAccess, maskOf } from './broker-access.ts';
import { runBrokerCommand } from './broker-cli.ts';
import { type BrokerExchange, errorText, isSuccessResponse, pathSegments, responseObject } from './broker-exchange.ts';

export interface Deployment {
  readonly access: BrokerAccess;
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
  /** For several instances in one environment, such as `blue`. */
  readonly applicationInstance?: string | undefined;
}

/** Throws a KitError unless the broker has recorded it. */
export async function recordDeployment(deployment: Deployment): Promise<void> {
  const { access, pacticipant, version, environment, applicationInstance } = deployment;
  const { exitCode, log, output } = await runBrokerCommand({
    access,
    args: [
      'record-deployment',
      // The client puts both into a path without encoding them.
      ...[`--pacticipant=${percentEncode(pacticipant)}`, `--version=${percentEncode(version)}`],
      `--environment=${environment}`,
      ...(applicationInstance === undefined ? [] : [`--application-instance=${applicationInstance}`]),
    ],
  });
  const deploymentExchange = log.find(
    ({ request }) => request.method === 'POST' && pathSegments(request).includes('deployed-versions'),
  );
  if (deploymentExchange === undefined) throw unknownVersionError(deployment, log, output);
  if (!isSuccessResponse(deploymentExchange))
    throw new KitError('broker-rejected', `the deployment was not recorded: ${errorText(deploymentExchange)}`);
  if (exitCode !== 0) throw new KitError('broker-cli-failed', `it ended with exit code 1:\n${output.trim()}`);
  if (responseObject(deploymentExchange).currentlyDeployed !== true)
    throw new KitError('broker-unusable', 'its response does not confirm that the version is deployed');
}

function unknownVersionError(
  { access, pacticipant, version, environment }: Deployment,
  log: readonly BrokerExchange[],
  output: string,
): KitError {
  const versionExchange = log.find(({ request }) => pathSegments(request).includes('versions'));
  if (versionExchange === undefined)
    return new KitError('broker-cli-failed', `it did not query the version:\n${output.trim()}`);
  if (!isSuccessResponse(versionExchange))
    return new KitError('broker-rejected', `${pacticipant} version ${version}: ${errorText(versionExchange)}`, {
      fix: 'Publish the pacts or the verification results of this version first, so that the broker knows it.',
    });
  const environments = knownEnvironments(versionExchange).map(maskOf(access));
  return new KitError(
    'broker-rejected',
    `it has no environment "${environment}" for ${pacticipant} version ${version}`,
    {
      fix: `It has ${environments.length === 0 ? 'none' : environments.join(', ')}. Create one with: pact broker create-environment --name ${JSON.stringify(environment)}`,
    },
  );
}

function knownEnvironments(versionExchange: BrokerExchange): readonly string[] {
  const { _links: links } = responseObject(versionExchange);
  const deploymentLinks = isJsonObject(links) ? links['pb:record-deployment'] : undefined;
  if (!isJsonArray(deploymentLinks)) return [];
  return deploymentLinks.filter(isJsonObject).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}
