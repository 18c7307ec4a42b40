/** The valid requests of an operation that may be accepted where another one is not. */
import { type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { sampleOf } from '../../../../spec/sampling/sample.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { otherValues } from '../../payload/payloads.ts';
import { freshen } from '../../request/fresh.ts';
import { type Twin, type TwinBody, withPayload } from '../../request/twin.ts';
import { unlikely } from '../../request/unlikely.ts';

/** All properties first, then the examples of the contract, then only what is required; at last as they stand. */
export function candidates(twin: Twin): readonly Twin[] {
  const { body } = twin;
  if (body === undefined) return payloadCandidates(twin);
  const bare = sampleOf(body.schema, 'request', { optional: 'none' });
  const examples = [
    ...body.media.examples.map(({ value }) => value),
    ...flatten(body.schema).examples,
  ].filter((value) => isValid(body.schema, value, 'request'));
  const asTwins = (bodies: readonly Json[], isFrozen: boolean) =>
    bodies.map((full) => ({ ...twin, isFrozen, body: { ...body, full } }));
  const plain = [body.full, ...examples, ...(bare === undefined ? [] : [bare])];
  // What an example names (a user, a query, a small number) may be all that there is.
  const [first, ...others] = asTwins(plain, false);
  const redrawing = first === undefined || !canRedraw(body) ? [] : [{ ...first, redraws: true }];
  return [
    ...(first === undefined ? [] : [first, ...redrawing]),
    ...others,
    ...asTwins([...examples, body.full], true),
  ];
}

/** Texts that could be others, beside those that are new each time. */
function canRedraw({ schema, full }: TwinBody): boolean {
  const [usual, other] = [unlikely, { ...unlikely, redraws: true }].map((fresh) =>
    freshen(full, schema, fresh),
  );
  return !sameJson(usual ?? full, other ?? full);
}

/**
 * Each media type in turn, with all fields and with only the required ones; then as they stand, since the examples of a
 * form may name the only user that there is; at last none, where none has to be there.
 */
function payloadCandidates(twin: Twin): readonly Twin[] {
  const bodies = twin.payloads.flatMap((payload) => [payload, ...otherValues(payload)]);
  const anew = bodies.map((payload) => withPayload(twin, payload));
  const asTheyStand = bodies
    .filter(({ schema, full }) => schema !== undefined && full !== undefined)
    .map((payload) => ({ ...withPayload(twin, payload), isFrozen: true }));
  const twins = [...anew, ...asTheyStand];
  const isRequired = twin.operation.requestBody?.required === true;
  return twins.length > 0 && isRequired ? twins : [...twins, { ...twin, payloads: [] }];
}
