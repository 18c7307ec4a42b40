/** The comparator's results in the kit's words, where they can be said better. */
import type { Operation } from '../../../spec/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import type { ComparatorResult } from './comparator.ts';

export interface Words {
  readonly message: string;
  readonly received: string;
  readonly expected: string;
}

export interface About {
  readonly interaction: Interaction | undefined;
  readonly operation: Operation | undefined;
  readonly silent: boolean;
}

export function inOurWords(
  { code, message }: ComparatorResult,
  { interaction, operation, silent }: About,
): Words {
  const extra = /must NOT have additional properties - (.+)$/.exec(message)?.[1];
  if (extra !== undefined) return words(`the property "${extra}"`, 'none of that name', 'body');
  if (interaction === undefined) return theirs(message);
  const { request, response } = interaction;
  if (operation === undefined)
    return words(`${request.method} ${request.path}`, 'no such operation', 'request');
  if (code !== 'response.status.unknown') return theirs(message);
  const declared = operation.responses.map(({ status }) => status).join(', ');
  const unsaid = silent ? ', and not how credentials are refused' : '';
  return words(String(response.status), `${declared}${unsaid}`, 'status');
}

function words(received: string, expected: string, at: string): Words {
  return { received, expected, message: `${at}: received ${received}; the contract says ${expected}` };
}

function theirs(message: string): Words {
  const sentence = message.replace(
    / (?:is )?incompatible with the (?:request|response) body schema in the spec file/,
    '',
  );
  return { message: sentence, received: 'what the pact has there', expected: sentence };
}
