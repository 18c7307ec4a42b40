import { defaultRandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import { DEFAULT_MAX_SECONDS } from '../../contracts/conformance/running/stop-conditions.ts';
import type { Command } from '../command.ts';
import { reportOption, targetOptions, waiversOption } from '../options/shared-options.ts';

/** `plant-store verify` */
export const command: Command = {
  name: 'verify',
  summary: 'Judge an implementation: does it keep the contract?',
  usage: 'plant-store verify BASE_URL [options]',
  examples: [
    'PLANT_STORE_TOKEN=... plant-store verify http://127.0.0.1:4010',
    'plant-store verify http://127.0.0.1:8080 --shard 1/3 --report json=shard-1.json',
    'plant-store verify https://orders.example.com/v1 --spec openapi.yaml --report junit=report/verify.xml',
    'plant-store verify http://127.0.0.1:8080 --only authentication --only wrong-types --strict',
    'plant-store verify http://127.0.0.1:8080 --only createOrder --only "GET /orders/{id}"',
    'plant-store verify http://127.0.0.1:8080 --spec large.yaml --budget 20000',
    'plant-store verify http://127.0.0.1:8080 --seed 7 --cases 5000 --rate 200',
  ],
  options: {
    ...targetOptions,
    strict: { type: 'boolean', help: 'advice fails too' },
    only: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'only this family of cases (plant-store explain lists them), or this operation: its id, or "GET /orders"',
    },
    cases: {
      type: 'string',
      value: 'N',
      help: `bodies to draw at random for each operation (default ${defaultRandomOptions.caseCount})`,
    },
    seed: {
      type: 'string',
      value: 'N',
      help: `the seed of these draws (default ${defaultRandomOptions.seed}); when given, all values are the same each time`,
    },
    budget: {
      type: 'string',
      value: 'N',
      help: 'cases of the whole run at the most, shared among the operations (default: no limit)',
    },
    shard: {
      type: 'string',
      value: 'I/N',
      help: 'only the Ith of N parts of the cases; plant-store merge joins their JSON reports',
    },
    rate: { type: 'string', value: 'N', help: 'requests a second at the most (default: no limit)' },
    'max-failures': { type: 'string', value: 'N', help: 'stop after so many different faults' },
    'max-time': {
      type: 'string',
      value: 'SECONDS',
      help: `stop after so long (default ${DEFAULT_MAX_SECONDS})`,
    },
    report: reportOption,
    waivers: waiversOption,
  },
  reportOption: 'report',
  action: () => import('../actions/verify.ts'),
};
