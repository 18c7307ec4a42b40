/** Holds the bodies of a pact's examples to the contract, integers exactly: the comparator rounds them. */
import {
  type Contract,
  mediaTypeFor,
  type Operation,
  type Place,
  responseFor,
} from '../../../spec/contract.ts';
import type { Direction, Schema } from '../../../spec/schema.ts';
import { joinPointer } from '../../../spec/source.ts';
import { formatPath, type Violation, validate } from '../../../spec/validate.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor } from '../file/operation-for.ts';
import type { PactBody } from '../file/pact-parts.ts';

export interface BodyViolation {
  readonly part: 'request' | 'response';
  /** Into the pact; what is missing is pointed at by what it is missing from. */
  readonly pointer: string;
  readonly message: string;
  readonly received: string;
  readonly expected: string;
  readonly place: Place;
}

/** The request is held to the contract where the consumer expects it to succeed, the response always. */
export function checkBodies(interaction: Interaction, contract: Contract): readonly BodyViolation[] {
  const { request, response } = interaction;
  const operation = operationFor(contract, request.method, request.path);
  if (operation === undefined) return [];
  const sent =
    response.status < 400 ? check(request.body, requestSchema(operation, request.body), 'request') : [];
  return [...sent, ...check(response.body, responseSchema(operation, interaction), 'response')];
}

function requestSchema(operation: Operation, body: PactBody | undefined): Schema | undefined {
  return mediaTypeFor(operation.requestBody?.content ?? [], body?.contentType ?? '')?.schema;
}

function responseSchema(operation: Operation, { response }: Interaction): Schema | undefined {
  const declared = responseFor(operation, response.status)?.content ?? [];
  return mediaTypeFor(declared, response.body?.contentType ?? '')?.schema;
}

function check(
  body: PactBody | undefined,
  schema: Schema | undefined,
  part: Direction,
): readonly BodyViolation[] {
  if (schema === undefined || body?.json === undefined) return [];
  return validate(schema, body.json, part)
    .filter(({ rule }) => part === 'request' || !completeness.has(rule))
    .map((violation) => ({
      part,
      pointer: pointerOf(body, violation),
      message: `${formatPath(violation.at)}: received ${violation.received}; the contract says ${violation.expected}`,
      received: violation.received,
      expected: violation.expected,
      place: violation.place,
    }));
}

/** A consumer names only what it uses of an answer, so that something is missing from its example breaks nothing. */
const completeness = new Set([
  'required',
  'minProperties',
  'dependentRequired',
  'dependentSchemas',
  'minItems',
  'contains',
  'minContains',
  'anyOf',
  'oneOf',
  'not',
  'if',
]);

function pointerOf({ pointer }: PactBody, { at, rule }: Violation): string {
  return (rule === 'required' ? at.slice(0, -1) : at).reduce<string>(joinPointer, pointer);
}
