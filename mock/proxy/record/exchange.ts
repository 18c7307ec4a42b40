/** From an exchange that keeps the contract to the examples that it gives, with nothing secret in them. */

import type { Mask } from '../../../secrets/masking.ts';
import type { MediaType, Operation, Parameter } from '../../../spec/contract.ts';
import { type Json, parseJson, sameJson, stringifyJson } from '../../../spec/exact-json.ts';
import type { Direction, Schema } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import { parameterKey } from '../../request/parameters.ts';
import { maskerOf } from '../credentials.ts';
import type { Observed } from '../observed.ts';
import { passwordsIn } from './passwords.ts';

/** Values of one exchange, each with the place in the document that it is an example of. */
export interface Recorded {
  readonly operation: Operation;
  /** As it came. */
  readonly status: number;
  /** As declared: `200`, `4XX`, `default`. */
  readonly declared: string;
  readonly parameters: readonly RecordedParameter[];
  readonly request: RecordedBody | undefined;
  readonly response: RecordedBody;
}

export interface RecordedParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

export interface RecordedBody {
  readonly media: MediaType;
  readonly value: Json;
}

/** `undefined` for what breaks the contract, has no body to be an example, or would be invalid once masked. */
export function recordedFrom(observed: Observed): Recorded | undefined {
  const { operation, valid, answer, answerViolations } = observed;
  if (operation === undefined || valid === undefined || answer === undefined || answerViolations.length > 0)
    return undefined;
  const { response, media, body } = answer;
  if (response === undefined || media === undefined || body === undefined) return undefined;
  const requestMedia = operation.requestBody?.content.find(({ range }) => range === valid.bodyType);
  const passwords = [
    ...passwordsIn(requestMedia?.schema, valid.body),
    ...passwordsIn(media.schema, body),
    ...operation.parameters.flatMap((one) =>
      passwordsIn(one.schema, valid.parameters.get(parameterKey(one))),
    ),
  ];
  const maskPasswords = maskerOf(passwords);
  const mask: Mask = (text) => maskPasswords(observed.mask(text));
  const sent =
    requestMedia === undefined || valid.body === undefined
      ? undefined
      : { media: requestMedia, value: valid.body };
  const request = sent === undefined ? undefined : masked(sent, { mask, direction: 'request' });
  const given = masked({ media, value: body }, { mask, direction: 'response' });
  const parameters = parametersOf(operation, valid.parameters, mask);
  if (given === undefined || (sent !== undefined && request === undefined) || parameters === undefined)
    return undefined;
  return {
    operation,
    status: answer.status,
    declared: response.status,
    parameters,
    request,
    response: given,
  };
}

interface Masking {
  readonly mask: Mask;
  readonly direction: Direction;
}

function masked({ media, value }: RecordedBody, masking: Masking): RecordedBody | undefined {
  const kept = maskedValue(value, media.schema, masking);
  return kept === undefined ? undefined : { media, value: kept };
}

function parametersOf(
  { parameters }: Operation,
  values: ReadonlyMap<string, Json>,
  mask: Mask,
): readonly RecordedParameter[] | undefined {
  const found = parameters.flatMap((parameter) => {
    const value = values.get(parameterKey(parameter));
    if (value === undefined || parameter.schema === undefined) return [];
    return [{ parameter, value: maskedValue(value, parameter.schema, { mask, direction: 'request' }) }];
  });
  const kept = found.flatMap(({ parameter, value }) => (value === undefined ? [] : [{ parameter, value }]));
  return kept.length === found.length ? kept : undefined;
}

function maskedValue(
  value: Json,
  schema: Schema | undefined,
  { mask, direction }: Masking,
): Json | undefined {
  const parsed = parseJson(mask(stringifyJson(value)));
  if (!parsed.ok) return undefined;
  if (schema === undefined || sameJson(parsed.value, value)) return parsed.value;
  return isValid(schema, parsed.value, direction) ? parsed.value : undefined;
}
