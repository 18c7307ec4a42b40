import {
  canIDeploy,
  type DeployAnswer,
  type DeployQuestion,
} from '../../contracts/pact/broker/can-i-deploy.ts';
import type { MatrixRow } from '../../contracts/pact/broker/matrix.ts';
import { type JsonObject, stringifyJson } from '../../spec/exact-json.ts';
import { visible, visibleLines } from '../../text.ts';
import type { Command, CommandInput } from '../command.ts';
import { commonOptions, flag, integer, refuseExtra } from '../options.ts';
import { brokerAccess, brokerOptions, needed } from './broker-options.ts';

export const command: Command = {
  name: 'pact can-i-deploy',
  summary: 'Ask a Pact Broker whether a version may be deployed: exit code 0 yes, 1 no, 2 could not ask',
  usage: 'plant-store pact can-i-deploy --pacticipant NAME --version V --to-environment E [options]',
  examples: [
    'plant-store pact can-i-deploy --pacticipant plant-store --version "$SHA" --to-environment production',
    'plant-store pact can-i-deploy --pacticipant web --version "$SHA" --to-environment test --retry-while-unknown 12',
  ],
  options: {
    pacticipant: { type: 'string', value: 'NAME', help: 'who is to be deployed' },
    version: { type: 'string', value: 'V', help: 'which version of it' },
    'to-environment': { type: 'string', value: 'E', help: 'where to, such as production' },
    'retry-while-unknown': {
      type: 'string',
      value: 'N',
      help: 'ask up to N times again while results are missing (default 0)',
    },
    'retry-interval': { type: 'string', value: 'S', help: 'seconds between two questions (default 10)' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  run,
};

async function run(input: CommandInput): Promise<number> {
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
    flag(input, 'json') ? `${stringifyJson(answerData(answer), 2)}\n` : answerText(answer, question),
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
