import type { Command } from '../../command.ts';
import { reportOption } from '../../options/report-options.ts';
import { commonOptions } from '../../options/values.ts';
import { waiversOption } from '../../options/waivers-option.ts';
import { pactOption } from '../../work/pact/pact-options.ts';

/** `plant-store pact compare` */
export const command: Command = {
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
  reportsTo: 'report',
  work: () => import('../../work/pact/compare.ts'),
};
