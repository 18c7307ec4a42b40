import { providerData } from '../../contracts/pact/data.ts';
import { verifyProvider } from '../../contracts/pact/provider/provider.ts';
import { providerText } from '../../contracts/pact/text.ts';
import { stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import type { Command, CommandInput } from '../command.ts';
import {
  argument,
  baseUrl,
  commonOptions,
  flag,
  integer,
  refuseExtra,
  specSource,
  token,
} from '../options.ts';
import { pactOption, pactsOf } from './pact-options.ts';

export const command: Command = {
  name: 'pact verify',
  summary: 'Verify an implementation with pacts',
  usage: 'plant-store pact verify BASE_URL [--pact FILE ...] [options]',
  examples: ['PLANT_STORE_TOKEN=... plant-store pact verify https://plants.example/api'],
  options: {
    pact: pactOption,
    spec: commonOptions.spec,
    token: commonOptions.token,
    timeout: { type: 'string', value: 'MS', help: 'how long each answer may take (default: 5000)' },
    json: commonOptions.json,
  },
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  const target = baseUrl(argument(input, 0, 'BASE_URL'));
  const timeoutMs = integer(input, 'timeout', { min: 1, max: 600_000 });
  const contract = await loadContract(specSource(input));
  const pactFiles = await pactsOf(input, contract);
  const result = await verifyProvider({
    baseUrl: target,
    token: token(input),
    pactFiles,
    contract,
    timeoutMs,
  });
  process.stdout.write(
    flag(input, 'json') ? `${stringifyJson(providerData(result), 2)}\n` : providerText(result, target),
  );
  return result.ok ? 0 : 1;
}
