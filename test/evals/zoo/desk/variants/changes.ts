/** Ways to change the right desk that many variants share. */
import type { Variant } from '../../variant.ts';
import type { DeskAuthentication } from '../authentication.ts';
import type { DeskBehavior } from '../behavior.ts';
import type { FormReader } from '../forms.ts';
import { DeskEarlyResponse, type DeskRequest, type DeskResponse } from '../http.ts';
import type { DeskMemory } from '../memory.ts';
import type { Readers } from '../scalars.ts';

export type DeskVariant = Variant<DeskBehavior>;
export type BehaviorChange = DeskVariant['behavior'];

export function changesReaders(change: (right: Readers) => Partial<Readers>): BehaviorChange {
  return ({ forms }) => ({ forms: { ...forms, read: { ...forms.read, ...change(forms.read) } } });
}

export function changesForms(change: (right: FormReader) => Partial<FormReader>): BehaviorChange {
  return ({ forms }) => ({ forms: { ...forms, ...change(forms) } });
}

export function changesAuthentication(
  change: (right: DeskAuthentication) => Partial<DeskAuthentication>,
): BehaviorChange {
  return ({ authentication }) => ({ authentication: { ...authentication, ...change(authentication) } });
}

export function changesMemory(change: (right: DeskMemory) => Partial<DeskMemory>): BehaviorChange {
  return ({ createMemory }) => ({
    createMemory: () => {
      const right = createMemory();
      return { ...right, ...change(right) };
    },
  });
}

/** Sees the requests of one operation otherwise than they came. */
export function changesRequests(operation: string, change: (request: DeskRequest) => DeskRequest): BehaviorChange {
  return () => ({ transformRequest: (request, of) => (of === operation ? change(request) : request) });
}

/** Answers successes of one operation otherwise. */
export function changesResponses(
  operation: string,
  change: (response: DeskResponse, request: DeskRequest) => DeskResponse,
): BehaviorChange {
  return () => ({
    transformResponse: (response, of, request) => (of === operation ? change(response, request) : response),
  });
}

/** Answers refusals with a status otherwise. */
export function changesErrors(status: number, change: (response: DeskResponse) => DeskResponse): BehaviorChange {
  return ({ respondToError: reject }) => ({
    respondToError: (deskError) => (deskError.status === status ? change(reject(deskError)) : reject(deskError)),
  });
}

/** What an uncaught exception in a handler becomes in most frameworks. */
export const deskServerError: DeskResponse = {
  status: 500,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><title>Internal Server Error</title>',
};

export function throwDeskServerError(): never {
  throw new DeskEarlyResponse(deskServerError);
}
