/** `plant-store pact` and its subcommands. */

import { brokerOptions, brokerVerifyOptions } from '../actions/pact/broker-options.ts';
import type { Command, CommandGroup } from '../command.ts';
import { connectionOptions } from '../options/connection-options.ts';
import { loginOptions } from '../options/login-options.ts';
import { commonOptions, repairOptions } from '../options/option-values.ts';
import {
  configurationOptions,
  pactOption,
  permissionOptions,
  reportOption,
  statesOption,
  waiversOption,
} from '../options/shared-options.ts';

const compare: Command = {
  name: 'pact compare',
  summary: 'Compare pacts with the contract',
  usage: 'plant-store pact compare [--pact FILE|DIR|URL ...] [options]',
  examples: [
    'plant-store pact compare',
    'plant-store pact compare --pact pacts/shop-plant-store.json --spec openapi.yaml',
    'plant-store pact compare --pact pacts --strict --report junit=report/compare.xml',
  ],
  options: {
    pact: pactOption,
    spec: commonOptions.spec,
    overlay: commonOptions.overlay,
    'ref-root': commonOptions['ref-root'],
    ...repairOptions,
    strict: { type: 'boolean', help: 'also fail on warnings' },
    waivers: waiversOption,
    report: reportOption,
    json: commonOptions.json,
  },
  reportOption: 'report',
  action: () => import('../actions/pact/compare.ts'),
};

const verify: Command = {
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
    overlay: commonOptions.overlay,
    'ref-root': commonOptions['ref-root'],
    ...repairOptions,
    states: statesOption,
    token: commonOptions.token,
    auth: commonOptions.auth,
    ...loginOptions,
    ...connectionOptions,
    only: {
      type: 'string',
      value: 'DESCRIPTION',
      help: 'only interactions with this description; #N is the Nth of a pact',
    },
    timeout: { type: 'string', value: 'MS', help: 'time limit for each response (default 5000)' },
    strict: { type: 'boolean', help: 'also fail on warnings' },
    waivers: waiversOption,
    report: reportOption,
    json: commonOptions.json,
    ...permissionOptions,
    ...configurationOptions,
    ...brokerVerifyOptions,
  },
  reportOption: 'report',
  targetArgument: 0,
  action: () => import('../actions/pact/verify.ts'),
};

const record: Command = {
  name: 'pact record',
  summary: 'Generate a pact from the contract, to verify an implementation',
  usage: 'plant-store pact record [--out FILE|DIR] [options]',
  examples: [
    'plant-store pact record --out pacts/',
    'plant-store pact record --spec openapi.yaml > generated.json',
    'plant-store pact record --spec openapi.yaml --out generated.json --json',
  ],
  options: {
    spec: commonOptions.spec,
    overlay: commonOptions.overlay,
    'ref-root': commonOptions['ref-root'],
    ...repairOptions,
    out: {
      type: 'string',
      value: 'FILE|DIR',
      help: 'the output file; in a folder, CONSUMER-PROVIDER.json (default: stdout)',
    },
    consumer: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the consumer (default: generated-from- plus the title of the document)',
    },
    provider: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the provider (default: the title of the document)',
    },
    json: { type: 'boolean', help: 'print the summary as JSON; requires --out for the pact' },
  },
  action: () => import('../actions/pact/record.ts'),
};

const publish: Command = {
  name: 'pact publish',
  summary: "Publish a consumer's pacts to a Pact Broker",
  usage: 'plant-store pact publish --pact FILE|DIR ... [options]',
  examples: [
    'plant-store pact publish --pact pacts --broker http://127.0.0.1:9292',
    'PACT_BROKER_TOKEN=... plant-store pact publish --pact pacts/web-plant-store.json --version "$SHA" --branch main',
  ],
  options: {
    pact: {
      type: 'string',
      multiple: true,
      value: 'FILE|DIR',
      help: 'a pact or a folder of pacts (repeatable)',
    },
    version: {
      type: 'string',
      value: 'V',
      help: 'version of the consumer (default: the current git commit)',
    },
    branch: { type: 'string', value: 'B', help: 'branch of the consumer (default: from CI or git)' },
    tag: { type: 'string', multiple: true, value: 'T', help: 'a tag for the version (repeatable)' },
    'build-url': { type: 'string', value: 'URL', help: 'URL of the CI build, shown with the version' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  action: () => import('../actions/pact/publish.ts'),
};

const canIDeploy: Command = {
  name: 'pact can-i-deploy',
  summary: 'Check with a Pact Broker if a version can be deployed: exit code 0 yes, 1 no, 2 unknown',
  usage: 'plant-store pact can-i-deploy --pacticipant NAME --version V --to-environment E [options]',
  examples: [
    'plant-store pact can-i-deploy --pacticipant plant-store --version "$SHA" --to-environment production',
    'plant-store pact can-i-deploy --pacticipant web --version "$SHA" --to-environment test --retry-while-unknown 12',
  ],
  options: {
    pacticipant: { type: 'string', value: 'NAME', help: 'the application to deploy' },
    version: { type: 'string', value: 'V', help: 'its version' },
    'to-environment': { type: 'string', value: 'E', help: 'the environment, such as production' },
    'retry-while-unknown': {
      type: 'string',
      value: 'N',
      help: 'retry up to N times while results are missing (default 0)',
    },
    'retry-interval': { type: 'string', value: 'S', help: 'seconds between retries (default 10)' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  action: () => import('../actions/pact/can-i-deploy.ts'),
};

const recordDeployment: Command = {
  name: 'pact record-deployment',
  summary: 'Record in a Pact Broker that a version is deployed to an environment',
  usage: 'plant-store pact record-deployment --pacticipant NAME --version V --environment E [options]',
  examples: ['plant-store pact record-deployment --pacticipant plant-store --version "$SHA" --environment production'],
  options: {
    pacticipant: { type: 'string', value: 'NAME', help: 'the deployed application' },
    version: { type: 'string', value: 'V', help: 'its version' },
    environment: { type: 'string', value: 'E', help: 'the environment, such as production' },
    'application-instance': {
      type: 'string',
      value: 'NAME',
      help: 'the instance, if several versions run in one environment',
    },
    ...brokerOptions,
  },
  action: () => import('../actions/pact/record-deployment.ts'),
};

export const command: CommandGroup = {
  name: 'pact',
  summary: 'Check pacts against the contract, and an implementation against pacts',
  usage: 'plant-store pact SUBCOMMAND [options]',
  subcommands: {
    compare,
    verify,
    record,
    publish,
    'can-i-deploy': canIDeploy,
    'record-deployment': recordDeployment,
  },
};
