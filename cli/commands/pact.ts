/** `plant-store pact`: the Pact side, with its subcommands. */

import { brokerOptions, brokerVerifyOptions } from '../actions/pact/broker-options.ts';
import type { Command, CommandGroup } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';
import { pactOption, reportOption, statesOption, waiversOption } from '../options/shared-options.ts';

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
    strict: { type: 'boolean', help: 'advice fails too' },
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
  reportOption: 'report',
  action: () => import('../actions/pact/verify.ts'),
};

const record: Command = {
  name: 'pact record',
  summary: 'Write a pact from the contract alone, to verify an implementation with',
  usage: 'plant-store pact record [--out FILE|DIR] [options]',
  examples: [
    'plant-store pact record --out pacts/',
    'plant-store pact record --spec openapi.yaml > generated.json',
    'plant-store pact record --spec openapi.yaml --out generated.json --json',
  ],
  options: {
    spec: commonOptions.spec,
    out: {
      type: 'string',
      value: 'FILE|DIR',
      help: 'where to write it; a folder gets CONSUMER-PROVIDER.json (default: stdout)',
    },
    consumer: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the consumer (default: generated-from- and the title of the document)',
    },
    provider: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the provider (default: the title of the document)',
    },
    json: { type: 'boolean', help: 'print the summary as JSON; the pact goes to --out' },
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
      help: 'a pact, or a folder of them (repeatable)',
    },
    version: {
      type: 'string',
      value: 'V',
      help: 'of the consumer (default: the git commit that is checked out)',
    },
    branch: { type: 'string', value: 'B', help: 'of the consumer (default: that of CI or of git)' },
    tag: { type: 'string', multiple: true, value: 'T', help: 'a tag for the version (repeatable)' },
    'build-url': { type: 'string', value: 'URL', help: 'of the CI build, shown with the version' },
    ...brokerOptions,
    json: commonOptions.json,
  },
  action: () => import('../actions/pact/publish.ts'),
};

const canIDeploy: Command = {
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
  action: () => import('../actions/pact/can-i-deploy.ts'),
};

const recordDeployment: Command = {
  name: 'pact record-deployment',
  summary: 'Tell a Pact Broker that a version is deployed in an environment now',
  usage: 'plant-store pact record-deployment --pacticipant NAME --version V --environment E [options]',
  examples: ['plant-store pact record-deployment --pacticipant plant-store --version "$SHA" --environment production'],
  options: {
    pacticipant: { type: 'string', value: 'NAME', help: 'who was deployed' },
    version: { type: 'string', value: 'V', help: 'which version of it' },
    environment: { type: 'string', value: 'E', help: 'where, such as production' },
    'application-instance': {
      type: 'string',
      value: 'NAME',
      help: 'which one, where several versions run at once in one environment',
    },
    ...brokerOptions,
  },
  action: () => import('../actions/pact/record-deployment.ts'),
};

export const command: CommandGroup = {
  name: 'pact',
  summary: 'The Pact side: pacts against the contract, an implementation against pacts',
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
