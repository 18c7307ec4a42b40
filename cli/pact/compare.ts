import { type CompareResult, comparePact } from '../../contracts/pact/compare/compare.ts';
import { compareData } from '../../contracts/pact/data.ts';
import { compareText } from '../../contracts/pact/text.ts';
import { stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import type { Command, CommandInput } from '../command.ts';
import { commonOptions, flag, refuseExtra, specSource } from '../options.ts';
import { pactOption, pactsOf } from './pact-options.ts';

export const command: Command = {
  name: 'pact compare',
  summary: 'Compare pacts with the contract',
  usage: 'plant-store pact compare [--pact FILE ...] [options]',
  examples: [
    'plant-store pact compare',
    'plant-store pact compare --pact pacts/shop-plant-store.json --spec openapi.yaml',
  ],
  options: { pact: pactOption, spec: commonOptions.spec, json: commonOptions.json },
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const contract = await loadContract(specSource(input));
  const results: CompareResult[] = [];
  for (const pactFile of await pactsOf(input, contract))
    results.push(await comparePact({ pactFile, contract }));
  process.stdout.write(
    flag(input, 'json')
      ? `${stringifyJson(results.map(compareData), 2)}\n`
      : results.map((result) => compareText(result, contract.file)).join('\n'),
  );
  return results.every(({ ok }) => ok) ? 0 : 1;
}
