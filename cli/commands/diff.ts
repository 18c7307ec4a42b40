import { diffFailOnValues } from '../../contracts/options/fail-on.ts';
import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';
import { reportOption, waiversOption } from '../options/shared-options.ts';

/** `plant-store diff` */
export const command: Command = {
  name: 'diff',
  summary: 'Find breaking changes between two versions of a contract',
  usage:
    'plant-store diff OLD NEW [options]\n\nOLD and NEW are files, URLs or git:REF:path. The path starts at the root of the repository; git:REF:./path starts at the current folder.',
  examples: [
    'plant-store diff git:main:openapi.yaml openapi.yaml',
    'plant-store diff https://api.example.com/openapi.json openapi.yaml --strict',
    'plant-store diff old.yaml new.yaml --report junit=report/diff.xml',
    'plant-store diff old.yaml new.yaml --changelog changes.md --fail-on warning',
    'plant-store diff old.yaml new.yaml --json',
  ],
  options: {
    strict: { type: 'boolean', help: 'also fail on warnings, like --fail-on warning' },
    'fail-on': {
      type: 'string',
      value: 'WHAT',
      help: `the least important changes that fail: ${diffFailOnValues.join(', ')} (breaking, risky, any; default: error)`,
    },
    changelog: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'write all changes for readers, as Markdown (.md) or HTML (.html) (repeatable)',
    },
    'ref-root': {
      ...commonOptions['ref-root'],
      help: 'a folder that references of OLD and NEW may reach, in addition to their own, as far as they are files',
    },
    waivers: waiversOption,
    report: reportOption,
    json: commonOptions.json,
  },
  reportOption: 'report',
  action: () => import('../actions/diff.ts'),
};
