/** Refusals that contradict the contract by themselves, whatever the rest of the request holds. */
import { mediaTypeFor, type Operation } from '../../../../spec/contract.ts';
import { headerOf } from '../../../headers.ts';
import type { Draft } from '../../model/draft.ts';
import { acceptOf } from '../../request/twin-draft.ts';

/** 415 to a media type that is declared, 406 to all that are declared, 405 to a method of a path that is always there. */
export function deniesDeclared(operation: Operation, { headers, method }: Draft, status: number): boolean {
  if (status === 415) return isDeclaredType(operation, headerOf(headers, 'content-type') ?? '');
  if (status === 406) return headerOf(headers, 'accept') === acceptOf(operation);
  const isItself = method === undefined || method === operation.method;
  return status === 405 && isItself && !operation.path.includes('{');
}

/** By its whole name: of a range, and where parameters are declared, a store may mean another one. */
function isDeclaredType({ requestBody }: Operation, sent: string): boolean {
  const media = mediaTypeFor(requestBody?.content ?? [], sent);
  const [range = ''] = sent.split(';');
  return media !== undefined && media.range === range.trim().toLowerCase() && !media.parameters;
}
