import type { Command } from '../command.ts';
import { statesOption } from '../options/states-option.ts';
import { targetOptions } from '../options/target.ts';
import { waiversOption } from '../options/waivers-option.ts';
import { startOptions } from '../work/gate/start-options.ts';
import { pactOption } from '../work/pact/pact-options.ts';

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
  reportsTo: 'out',
  work: () => import('../work/gate/gate.ts'),
};
