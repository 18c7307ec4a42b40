import type { Command } from '../../command.ts';
import { reportOption } from '../../options/report-options.ts';
import { statesOption } from '../../options/states-option.ts';
import { commonOptions } from '../../options/values.ts';
import { waiversOption } from '../../options/waivers-option.ts';
import { brokerVerifyOptions } from '../../work/pact/broker-options.ts';
import { pactOption } from '../../work/pact/pact-options.ts';

/** `plant-store pact verify` */
export const command: Command = {
  name: 'pact verify',
  summary: 'Verify an implementation with pacts',
  usage:
    'plant-store pact verify BASE_URL [--pact FILE|DIR|URL ... | --broker URL --provider NAME] [--states URL] [options]',
  examples: [
    'PLANT_STORE_TOKEN=... plant-store pact verify https://orders.example/api',
    'plant-store pact verify http://127.0.0.1:8080 --pact pacts --spec openapi.yaml --report junit=report/pact.xml',
    'plant-store pact verify http://127.0.0.1:8080 --pact pacts/shop.json --states http://127.0.0.1:8080/_pact/states',
    "plant-store pact verify http://127.0.0.1:8080 --pact pacts/shop.json --only '#3'",
    'plant-store pact verify http://127.0.0.1:8080 --broker http://127.0.0.1:9292 --provider plant-store --version "$SHA" --branch main --publish',
  ],
  options: {
    pact: pactOption,
    spec: commonOptions.spec,
    states: statesOption,
    token: commonOptions.token,
    auth: commonOptions.auth,
    only: {
      type: 'string',
      value: 'DESCRIPTION',
      help: 'the interactions of this description alone; #N is the Nth of a pact',
    },
    timeout: { type: 'string', value: 'MS', help: 'how long each answer may take (default 5000)' },
    strict: { type: 'boolean', help: 'advice fails too' },
    waivers: waiversOption,
    report: reportOption,
    json: commonOptions.json,
    ...brokerVerifyOptions,
  },
  reportsTo: 'report',
  work: () => import('../../work/pact/verify.ts'),
};
