import { defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import { DEFAULT_MAX_SECONDS } from '../../contracts/options/number-limits.ts';
import type { Command } from '../command.ts';
import { acceptanceOptions } from '../options/acceptance-options.ts';
import { repairOptions } from '../options/option-values.ts';
import {
  configurationOptions,
  hooksOption,
  otherUserOptions,
  permissionOptions,
  profileOption,
  reportOption,
  targetOptions,
  verboseOption,
  waiversOption,
} from '../options/shared-options.ts';

/** `plant-store verify` */
export const command: Command = {
  name: 'verify',
  summary: 'Check an implementation against the contract',
  usage: 'plant-store verify BASE_URL [options]',
  examples: [
    'PLANT_STORE_TOKEN=... plant-store verify http://127.0.0.1:4010',
    'plant-store verify http://127.0.0.1:8080 --shard 1/3 --report json=shard-1.json',
    'plant-store verify https://orders.example.com/v1 --spec openapi.yaml --report junit=report/verify.xml',
    'plant-store verify http://127.0.0.1:8080 --only authentication --only wrong-types --strict',
    'plant-store verify http://127.0.0.1:8080 --only createOrder --only "GET /orders/{id}"',
    'plant-store verify https://orders.example.com/v1 --spec openapi.yaml --exclude admin --exclude "DELETE *"',
    'plant-store verify https://orders.example.com/v1 --spec openapi.yaml --read-only',
    'plant-store verify http://127.0.0.1:8080 --spec large.yaml --budget 20000',
    'plant-store verify http://127.0.0.1:8080 --profile smoke',
    'plant-store verify --config staging.yaml',
    'plant-store verify http://127.0.0.1:8080 --seed 7 --cases 5000 --rate 200',
    'plant-store verify http://127.0.0.1:8080 --hooks hooks.ts',
    'plant-store verify http://127.0.0.1:8080 --write-baseline known.yaml',
    'plant-store verify http://127.0.0.1:8080 --waivers known.yaml --fail-on new',
  ],
  options: {
    ...targetOptions,
    ...otherUserOptions,
    ...repairOptions,
    strict: { type: 'boolean', help: 'also fail on warnings' },
    only: {
      type: 'string',
      multiple: true,
      value: 'CATEGORY|OPERATION',
      help: 'only this test category (list them with plant-store explain), or this operation and no other: its id or "GET /orders"',
    },
    'with-setup': {
      type: 'boolean',
      help: 'with --only OPERATION: others may be requested too, to create the records that it needs',
    },
    ...permissionOptions,
    profile: profileOption,
    cases: {
      type: 'string',
      value: 'N',
      help: `random bodies for each operation (default ${defaultRandomOptions.caseCount}; with --profile deep ${defaultRandomOptions.caseCount * 10})`,
    },
    seed: {
      type: 'string',
      value: 'N',
      help: `the seed of random values (default ${defaultRandomOptions.seed}); if given, the run is repeatable`,
    },
    budget: {
      type: 'string',
      value: 'N',
      help: 'maximum test cases, divided among the operations (default: no limit)',
    },
    shard: {
      type: 'string',
      value: 'I/N',
      help: 'only the Ith of N parts of the test cases; plant-store merge merges their JSON reports',
    },
    rate: { type: 'string', value: 'N', help: 'maximum requests per second (default: no limit)' },
    'max-failures': { type: 'string', value: 'N', help: 'stop after N distinct errors' },
    'max-time': {
      type: 'string',
      value: 'SECONDS',
      help: `stop after this time (default ${DEFAULT_MAX_SECONDS}; with --profile deep ${DEFAULT_MAX_SECONDS * 10})`,
    },
    verbose: verboseOption,
    report: reportOption,
    waivers: waiversOption,
    hooks: hooksOption,
    ...acceptanceOptions,
    ...configurationOptions,
  },
  reportOption: 'report',
  targetArgument: 0,
  action: () => import('../actions/verify.ts'),
};
