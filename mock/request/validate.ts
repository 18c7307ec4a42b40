/** Judges a request by its operation; Prism's own validation fails open and knows no int64, so it is not asked. */
import type { Operation } from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import { validate } from '../../spec/validate.ts';
import { type Fault, faultOf, Refusal, refusalFor } from '../refusals.ts';
import { judgeParameter, type ParameterSources } from './parameters.ts';
import { type Payload, readPayload } from './payload.ts';

export interface ReceivedRequest extends ParameterSources {
  readonly bytes: Buffer;
}

/** The value of the body, `undefined` where there is none or it cannot be read; or why the request is refused. */
export async function judgeRequest(
  operation: Operation,
  request: ReceivedRequest,
): Promise<{ readonly body: Json | undefined } | Refusal> {
  const inParameters = operation.parameters.flatMap((parameter) => judgeParameter(parameter, request));
  const payload = await readDeclaredPayload(operation, request);
  const inBody = payload instanceof Refusal ? [payload] : judgePayload(payload);
  const [first, ...rest] = [...inParameters, ...inBody];
  if (first === undefined) return { body: payload instanceof Refusal ? undefined : payload?.value };
  return first instanceof Refusal && rest.length === 0 ? first : refusalFor(first, rest);
}

function judgePayload(payload: Payload | undefined): readonly Fault[] {
  const schema = payload?.media.schema;
  if (payload?.value === undefined || schema === undefined) return [];
  return validate(schema, payload.value, 'request').map((violation) => faultOf(violation, 'body'));
}

async function readDeclaredPayload(operation: Operation, { bytes, header }: ReceivedRequest) {
  if (operation.requestBody === undefined) return undefined;
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    return new Refusal(
      'body-encoding',
      `header.Content-Encoding: expected none, got ${JSON.stringify(encoding)}`,
    );
  }
  return readPayload(operation.requestBody, header('content-type'), bytes);
}
