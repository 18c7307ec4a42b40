import {
  canIDeploy,
  type DeployMatrixRow,
  type DeployQuery,
  type DeployResult,
} from '../../../contracts/pact/broker/can-i-deploy.ts';
import { sanitizeJson, sanitizeLine, sanitizeLines } from '../../../sanitize.ts';
import { type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { CommandInput } from '../../command.ts';
import { getFlag, getInteger, rejectExtraArguments } from '../../options/option-values.ts';
import { readBrokerAccess, requireOption } from './broker-options.ts';

/** `plant-store pact can-i-deploy`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  warnAboutIgnored(process.env);
  const request = {
    access: readBrokerAccess(input),
    pacticipant: requireOption(input, 'pacticipant'),
    version: requireOption(input, 'version'),
    environment: requireOption(input, 'to-environment'),
    retries: getInteger(input, 'retry-while-unknown', { min: 0, max: 1_000 }),
    intervalSeconds: getInteger(input, 'retry-interval', { min: 1, max: 3_600 }),
  };
  const result = await canIDeploy(request);
  process.stdout.write(
    getFlag(input, 'json') ? `${sanitizeJson(stringifyJson(resultData(result), 2))}\n` : resultText(result, request),
  );
  return result.ok ? 0 : 1;
}

/** They would turn a no into a yes, and a build must not depend on leftover environment variables. */
const IGNORED_VARIABLES = ['PACT_BROKER_CAN_I_DEPLOY_DRY_RUN', 'PACT_BROKER_CAN_I_DEPLOY_IGNORE'];

function warnAboutIgnored(env: NodeJS.ProcessEnv): void {
  for (const name of IGNORED_VARIABLES)
    if ((env[name] ?? '') !== '') process.stderr.write(`${name} is set and ignored: it could turn a no into a yes\n`);
}

function resultText({ ok, matrix, table }: DeployResult, request: DeployQuery): string {
  const { pacticipant, version, environment } = request;
  const deployment = `${pacticipant} ${version} to ${environment}`;
  return [
    sanitizeLines(table),
    '',
    ...matrix.rows.filter(({ success }) => success !== true).map((row) => sanitizeLine(`  ${rowText(row)}`)),
    ...(ok && matrix.rows.length === 0
      ? [sanitizeLine(`  nothing was compared: no application in ${environment} is integrated with ${pacticipant}`)]
      : []),
    sanitizeLine(`${ok ? 'yes' : 'NO'}: ${deployment}`),
    '',
  ].join('\n');
}

function rowText({ consumer, consumerVersion, provider, providerVersion, success }: DeployMatrixRow): string {
  const versions = `${consumer} ${consumerVersion ?? '(no version)'} with ${provider} ${providerVersion ?? '(no verified version)'}`;
  return success === false ? `failed   ${versions}` : `missing  ${versions}`;
}

function resultData({ ok, matrix }: DeployResult): JsonObject {
  const { deployable, reason, rows } = matrix;
  return {
    ok,
    deployable: deployable ?? null,
    reason,
    rows: rows.map(({ consumer, consumerVersion, provider, providerVersion, success }) => ({
      consumer,
      consumerVersion: consumerVersion ?? null,
      provider,
      providerVersion: providerVersion ?? null,
      success: success ?? null,
    })),
  };
}
