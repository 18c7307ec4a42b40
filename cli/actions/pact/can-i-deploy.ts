import {
  canIDeploy,
  type DeployAnswer,
  type DeployQuestion,
  type MatrixRow,
} from '../../../contracts/pact/broker/can-i-deploy.ts';
import { type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { visible, visibleJson, visibleLines } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { flag, integer, refuseExtra } from '../../options/values.ts';
import { brokerAccess, needed } from './broker-options.ts';

/** `plant-store pact can-i-deploy`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  warnOfIgnored(process.env);
  const question = {
    access: brokerAccess(input),
    pacticipant: needed(input, 'pacticipant'),
    version: needed(input, 'version'),
    environment: needed(input, 'to-environment'),
    retries: integer(input, 'retry-while-unknown', { min: 0, max: 1_000 }),
    intervalSeconds: integer(input, 'retry-interval', { min: 1, max: 3_600 }),
  };
  const answer = await canIDeploy(question);
  process.stdout.write(
    flag(input, 'json')
      ? `${visibleJson(stringifyJson(answerData(answer), 2))}\n`
      : answerText(answer, question),
  );
  return answer.ok ? 0 : 1;
}

/** They would make a yes of a no, and a build must not depend on what somebody left in its environment. */
const IGNORED = ['PACT_BROKER_CAN_I_DEPLOY_DRY_RUN', 'PACT_BROKER_CAN_I_DEPLOY_IGNORE'];

function warnOfIgnored(env: NodeJS.ProcessEnv): void {
  for (const name of IGNORED)
    if ((env[name] ?? '') !== '')
      process.stderr.write(`${name} is set and has no effect here: a no stays a no\n`);
}

function answerText({ ok, matrix, table }: DeployAnswer, question: DeployQuestion): string {
  const { pacticipant, version, environment } = question;
  const what = `${pacticipant} ${version} to ${environment}`;
  return [
    visibleLines(table),
    '',
    ...matrix.rows.filter(({ success }) => success !== true).map((row) => visible(`  ${rowText(row)}`)),
    ...(ok && matrix.rows.length === 0
      ? [visible(`  nothing was compared: nothing in ${environment} is integrated with ${pacticipant}`)]
      : []),
    visible(`${ok ? 'yes' : 'NO'}: ${what}`),
    '',
  ].join('\n');
}

function rowText({ consumer, consumerVersion, provider, providerVersion, success }: MatrixRow): string {
  const who = `${consumer} ${consumerVersion ?? '(no version)'} with ${provider} ${providerVersion ?? '(no version that verified it)'}`;
  return success === false ? `failed   ${who}` : `missing  ${who}`;
}

function answerData({ ok, matrix }: DeployAnswer): JsonObject {
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
