/** Tells the broker that a version is in an environment now, and believes only its answer to that. */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject } from '../../../spec/json/exact-json.ts';
import { percentEncoded } from '../../../text.ts';
import { type BrokerAccess, maskOf } from './access.ts';
import { runBroker } from './broker-cli.ts';
import { answered, isSuccess, type Relayed, refusal, segments } from './relayed.ts';

export interface Deployment {
  readonly access: BrokerAccess;
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
  /** Where several run in one environment, such as `blue`. */
  readonly applicationInstance?: string | undefined;
}

/** Throws a KitError unless the broker has recorded it. */
export async function recordDeployment(deployment: Deployment): Promise<void> {
  const { access, pacticipant, version, environment, applicationInstance } = deployment;
  const { exitCode, log, output } = await runBroker({
    access,
    args: [
      'record-deployment',
      // The client puts both into a path as they are.
      ...[`--pacticipant=${percentEncoded(pacticipant)}`, `--version=${percentEncoded(version)}`],
      `--environment=${environment}`,
      ...(applicationInstance === undefined ? [] : [`--application-instance=${applicationInstance}`]),
    ],
  });
  const posted = log.find(
    ({ asked }) => asked.method === 'POST' && segments(asked).includes('deployed-versions'),
  );
  if (posted === undefined) throw unknown(deployment, log, output);
  if (!isSuccess(posted))
    throw new KitError('broker-refused', `the deployment was not recorded: ${refusal(posted)}`);
  if (exitCode !== 0) throw new KitError('broker-cli-failed', `it ended with exit code 1:\n${output.trim()}`);
  if (answered(posted).currentlyDeployed !== true)
    throw new KitError(
      'broker-unusable',
      'its answer to the deployment does not say that the version is deployed',
    );
}

function unknown(
  { access, pacticipant, version, environment }: Deployment,
  log: readonly Relayed[],
  output: string,
): KitError {
  const found = log.find(({ asked }) => segments(asked).includes('versions'));
  if (found === undefined)
    return new KitError('broker-cli-failed', `it did not ask for the version:\n${output.trim()}`);
  if (!isSuccess(found))
    return new KitError('broker-refused', `${pacticipant} version ${version}: ${refusal(found)}`, {
      fix: 'Publish the pacts or the verification results of this version first; both make it known to the broker.',
    });
  const known = environmentsIn(found).map(maskOf(access));
  return new KitError(
    'broker-refused',
    `it has no environment "${environment}" for ${pacticipant} version ${version}`,
    {
      fix: `It knows ${known.length === 0 ? 'none' : known.join(', ')}. Make one with: pact broker create-environment --name ${JSON.stringify(environment)}`,
    },
  );
}

function environmentsIn(found: Relayed): readonly string[] {
  const { _links: links } = answered(found);
  const offered = isJsonObject(links) ? links['pb:record-deployment'] : undefined;
  if (!isJsonArray(offered)) return [];
  return offered.filter(isJsonObject).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}
