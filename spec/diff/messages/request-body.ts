/** The body that a client sends. */
import type { Operation, RequestBody } from '../../model/contract.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { bodyRules } from '../rules/bodies.ts';
import { compareContent } from './content.ts';
import { requiredWord } from './parameter.ts';

const at = 'request body';

export function* compareRequestBody({ before, after }: Sides<Operation>): Generator<PartChange> {
  const [old, fresh] = [before.requestBody, after.requestBody];
  if (old === undefined && fresh !== undefined) yield added(fresh);
  if (old !== undefined && fresh === undefined) yield removed(old);
  if (old !== undefined && fresh !== undefined) yield* compareBoth({ before: old, after: fresh });
}

function added(body: RequestBody): PartChange {
  const id = body.required ? 'request-body-added-required' : 'request-body-added-optional';
  return partChange(bodyRules.rule(id), { at, after: body.place, was: NONE, is: requiredWord(body) });
}

function removed(body: RequestBody): PartChange {
  const rule = bodyRules.rule('request-body-removed');
  return partChange(rule, { at, before: body.place, was: requiredWord(body), is: NONE });
}

function* compareBoth({ before, after }: Sides<RequestBody>): Generator<PartChange> {
  if (before.required !== after.required) {
    const id = after.required ? 'request-body-became-required' : 'request-body-became-optional';
    const places = { before: before.place, after: after.place };
    yield partChange(bodyRules.rule(id), {
      at,
      ...places,
      was: requiredWord(before),
      is: requiredWord(after),
    });
  }
  yield* compareContent({ before: before.content, after: after.content, direction: 'request', at });
}
