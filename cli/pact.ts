/** `plant-store pact`: the Pact side. */
import type { CompareResult } from '../contracts/pact/compare.ts';
import { KitError } from '../errors.ts';
import type { Contract } from '../spec/contract.ts';
import { type Json, stringifyJson } from '../spec/exact-json.ts';
import { isHome } from '../spec/home.ts';
import { loadContract } from '../spec/load.ts';
import type { Command, CommandInput } from './command.ts';
import { argument, baseUrl, commonOptions, flag, integer, specSource, texts, token } from './options.ts';

export const command: Command = {
  name: 'pact',
  summary: 'Compare pacts with the contract, or verify an implementation with them',
  usage: 'plant-store pact compare | verify BASE_URL [--pact FILE ...] [options]',
  examples: [
    'plant-store pact compare',
    'plant-store pact compare --pact pacts/shop-plant-store.json --spec openapi.yaml',
    'PLANT_STORE_TOKEN=... plant-store pact verify https://plants.example/api',
  ],
  options: {
    pact: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: "a pact (repeatable; default: the kit's own consumer's)",
    },
    spec: commonOptions.spec,
    token: commonOptions.token,
    timeout: { type: 'string', value: 'MS', help: 'how long each answer may take (default: 5000)' },
    json: commonOptions.json,
  },
  run(input) {
    const [name = ''] = input.positionals;
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (subcommand !== undefined) return subcommand(input);
    throw new KitError(
      'command-unknown',
      `pact ${JSON.stringify(name)}: the subcommands are compare and verify BASE_URL`,
      {
        fix: 'See plant-store pact --help.',
      },
    );
  },
};

const subcommands: Readonly<Record<string, (input: CommandInput) => Promise<number>>> = { compare, verify };

async function compare(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  const { comparePact } = await import('../contracts/pact/compare.ts');
  const contract = await loadContract(specSource(input));
  const results: CompareResult[] = [];
  for (const pactFile of await pactsOf(input, contract))
    results.push(await comparePact({ pactFile, contract }));
  const { compareText } = await import('../contracts/pact/text.ts');
  const { compareData } = await import('../contracts/pact/data.ts');
  if (flag(input, 'json')) printJson(results.map(compareData));
  else process.stdout.write(results.map((result) => compareText(result, contract.file)).join('\n'));
  return results.every(({ ok }) => ok) ? 0 : 1;
}

async function verify(input: CommandInput): Promise<number> {
  const target = baseUrl(argument(input, 1, 'BASE_URL'));
  refuseExtra(input, 2);
  const timeoutMs = integer(input, 'timeout', { min: 1, max: 600_000 });
  const { verifyProvider } = await import('../contracts/pact/provider.ts');
  const contract = await loadContract(specSource(input));
  const pactFiles = await pactsOf(input, contract);
  const result = await verifyProvider({
    baseUrl: target,
    token: token(input),
    pactFiles,
    contract,
    timeoutMs,
  });
  const { providerText } = await import('../contracts/pact/text.ts');
  const { providerData } = await import('../contracts/pact/data.ts');
  if (flag(input, 'json')) printJson(providerData(result));
  else process.stdout.write(providerText(result, target));
  return result.ok ? 0 : 1;
}

/** The kit's own pact is one of the Plant Store; any other contract needs to be told which. */
async function pactsOf(input: CommandInput, contract: Contract): Promise<readonly string[]> {
  const given = texts(input, 'pact');
  if (given.length > 0) return given;
  if (!isHome(contract))
    throw new KitError('argument-missing', '--pact FILE is missing: which pact goes with this document?');
  const { committedPacts } = await import('../contracts/pact/committed.ts');
  return committedPacts();
}

function refuseExtra({ positionals }: CommandInput, allowed: number): void {
  const extra = positionals[allowed];
  if (extra === undefined) return;
  throw new KitError(
    'option-invalid',
    `received ${JSON.stringify(extra)} after pact ${positionals[0]}; give files with --pact`,
  );
}

function printJson(value: Json): void {
  process.stdout.write(`${stringifyJson(value, 2)}\n`);
}
