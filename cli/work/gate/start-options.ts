/** The options of `plant-store gate` that start an implementation. */
import type { OptionSpec } from '../../command.ts';

export const startOptions = {
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
