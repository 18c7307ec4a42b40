/** The control API under one path outside the contract's: journal, records, rules, health, console. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Desk } from './desk.ts';

export const CONTROL_PATH = '/__store';

export interface Control {
  readonly owns: (target: string) => boolean;
  /** Never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface ControlOptions {
  readonly desk: Desk;
}

export function createControl(_options: ControlOptions): Control {
  return {
    owns: (target) => target === CONTROL_PATH || target.startsWith(`${CONTROL_PATH}/`),
    handle: async (_request, response) => {
      response.writeHead(404).end();
    },
  };
}
