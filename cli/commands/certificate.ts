import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';

/** `plant-store certificate` */
export const command: Command = {
  name: 'certificate',
  summary: 'Does a certificate agree with its report, today?',
  usage: 'plant-store certificate FILE [options]',
  examples: [
    'plant-store certificate report/certificate.json',
    'plant-store certificate certificate.json --report run-12/report.json --spec openapi.yaml',
  ],
  options: {
    report: {
      type: 'string',
      value: 'FILE',
      help: 'the JSON report that it was made of (default: report.json beside it)',
    },
    spec: {
      type: 'string',
      value: 'FILE|URL',
      help: 'the OpenAPI document that it is to be about (default: not compared)',
    },
    json: commonOptions.json,
  },
  action: () => import('../actions/certificate.ts'),
};
