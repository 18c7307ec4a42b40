import type { Command, OptionSpec } from '../command.ts';
import { pactOption, statesOption, targetOptions, waiversOption } from '../options/shared-options.ts';

/** The options of `plant-store gate` that start an implementation. */
const startOptions = {
  start: {
    type: 'string',
    value: 'CMD',
    help: 'start the implementation with this shell command, and end it',
  },
  'wait-for': {
    type: 'string',
    value: 'URL',
    help: 'it is up once this answers below 500 (default: BASE_URL)',
  },
  'start-timeout': { type: 'string', value: 'SECONDS', help: 'how long that may take (default 60)' },
} as const satisfies Record<string, OptionSpec>;

/** `plant-store gate` */
export const command: Command = {
  name: 'gate',
  summary: 'Everything at once, one verdict: lint, breaking changes, pacts, provider check, conformance',
  usage:
    "plant-store gate [BASE_URL] [options]\n\nWithout BASE_URL it judges the kit's own fake store: that says nothing of any implementation.",
  examples: [
    'plant-store gate',
    'PLANT_STORE_TOKEN=... plant-store gate https://orders.example.com --out report',
    'plant-store gate http://127.0.0.1:8080 --spec openapi.yaml --baseline git:origin/main:openapi.yaml',
    "plant-store gate http://127.0.0.1:8080 --start 'npm start' --wait-for http://127.0.0.1:8080/health",
  ],
  options: {
    ...targetOptions,
    baseline: {
      type: 'string',
      value: 'OLD',
      help: 'the version that clients rely on, FILE, URL or git:REF:PATH: what breaks them is a fault',
    },
    pact: { ...pactOption, help: 'a pact, or a folder of them, to check too (repeatable)' },
    states: statesOption,
    ...startOptions,
    waivers: waiversOption,
    budget: {
      type: 'string',
      value: 'N',
      help: 'cases of the conformance stage at the most; without all of them there is no certificate',
    },
    seed: { type: 'string', value: 'N', help: 'draws and sends the same each time' },
    out: { type: 'string', value: 'DIR', help: 'where the reports go (default: report)' },
    strict: { type: 'boolean', help: 'advice fails too' },
  },
  reportOption: 'out',
  action: () => import('../actions/gate/gate.ts'),
};
