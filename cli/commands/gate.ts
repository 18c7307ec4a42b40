import type { Command, OptionSpec } from '../command.ts';
import { acceptanceOptions } from '../options/acceptance-options.ts';
import {
  configurationOptions,
  hooksOption,
  otherUserOptions,
  pactOption,
  permissionOptions,
  profileOption,
  statesOption,
  targetOptions,
  waiversOption,
} from '../options/shared-options.ts';

/** The options of `plant-store gate` that start an implementation. */
const startOptions = {
  start: {
    type: 'string',
    value: 'CMD',
    help: 'start the implementation with this shell command and stop it at the end',
  },
  'wait-for': {
    type: 'string',
    value: 'URL',
    help: 'ready when this responds with a status below 500 (default: BASE_URL)',
  },
  'start-timeout': { type: 'string', value: 'SECONDS', help: 'time limit for the start (default 60)' },
} as const satisfies Record<string, OptionSpec>;

/** `plant-store gate` */
export const command: Command = {
  name: 'gate',
  summary: 'Run all checks for one verdict: lint, breaking changes, pacts, provider check, conformance',
  usage:
    "plant-store gate [BASE_URL] [options]\n\nWithout BASE_URL the gate checks the kit's mock server, which says nothing about your implementation.",
  examples: [
    'plant-store gate',
    'PLANT_STORE_TOKEN=... plant-store gate https://orders.example.com --out report',
    'plant-store gate http://127.0.0.1:8080 --spec openapi.yaml --baseline git:origin/main:openapi.yaml',
    "plant-store gate http://127.0.0.1:8080 --start 'npm start' --wait-for http://127.0.0.1:8080/health",
  ],
  options: {
    ...targetOptions,
    ...otherUserOptions,
    ...permissionOptions,
    baseline: {
      type: 'string',
      value: 'OLD',
      help: 'the version that clients use: FILE, URL or git:REF:PATH; breaking changes are errors',
    },
    lint: {
      type: 'string',
      value: 'FILE',
      help: 'also apply the rules of this Redocly configuration to the document, and run its plugins',
    },
    pact: { ...pactOption, help: 'also check this pact or folder of pacts (repeatable)' },
    states: statesOption,
    ...startOptions,
    waivers: waiversOption,
    budget: {
      type: 'string',
      value: 'N',
      help: 'maximum test cases in the conformance stage; a limited run gets no certificate',
    },
    profile: profileOption,
    seed: { type: 'string', value: 'N', help: 'make the run repeatable: same values, same order' },
    out: { type: 'string', value: 'DIR', help: 'folder for the reports (default: report)' },
    strict: { type: 'boolean', help: 'also fail on warnings' },
    hooks: hooksOption,
    ...acceptanceOptions,
    ...configurationOptions,
  },
  reportOption: 'out',
  targetArgument: 0,
  action: () => import('../actions/gate/gate.ts'),
};
