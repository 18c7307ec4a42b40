/** Judges a request by its operation; Prism's own validation fails open and knows no int64, so it is not asked. */
import type { Operation } from '../../spec/contract.ts';
import type { Json } from '../../spec/exact-json.ts';
import { validate } from '../../spec/validate.ts';
import { type Fault, faultOf, quoted, Refusal, refusalFor } from '../refusals.ts';
import { judgeParameter, parameterKey } from './parameters.ts';
import { type Payload, readPayload } from './payload.ts';
import { spellingsIn, withSpelling } from './source-number.ts';
import type { ParameterSources } from './styles.ts';

export interface ReceivedRequest extends ParameterSources {
  readonly bytes: Buffer;
}

export interface ValidRequest {
  /** By place and name, such as `query.limit`; those that were sent. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** `undefined` where there is none, or its media type is one that the kit cannot read. */
  readonly body: Json | undefined;
  /** The media type of the contract that governs the body. */
  readonly bodyType: string | undefined;
  /** As it came. */
  readonly content?: { readonly type: string; readonly bytes: Buffer };
}

/** What was sent, read by the contract; or why the request is refused. */
export async function judgeRequest(
  operation: Operation,
  request: ReceivedRequest,
): Promise<ValidRequest | Refusal> {
  const sources = { ...request, taken: namesInQuery(operation) };
  const judged = operation.parameters.map(
    (one) => [parameterKey(one), judgeParameter(one, sources)] as const,
  );
  const inParameters = judged.flatMap(([, { faults }]) => faults);
  const payload = await readDeclaredPayload(operation, request);
  if (payload instanceof Refusal && inParameters.length === 0) return payload;
  const inBody = payload instanceof Refusal ? payload.faults : judgePayload(payload);
  const [first, ...rest] = [...inParameters, ...inBody];
  if (first !== undefined) return refusalFor(first, rest);
  const parameters = new Map(
    judged.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const])),
  );
  const read = payload instanceof Refusal ? undefined : payload;
  if (read === undefined) return { parameters, body: undefined, bodyType: undefined };
  const { value: body, media } = read;
  const type = request.header('content-type') ?? media.range;
  return { parameters, body, bodyType: media.range, content: { type, bytes: request.bytes } };
}

/** Of parameters and keys. */
function namesInQuery({ parameters, security }: Operation): ReadonlySet<string> {
  const keys = security
    .flatMap(({ schemes }) => schemes)
    .flatMap((scheme) => (scheme.in === 'query' ? (scheme.parameterName ?? []) : []));
  const own = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return new Set([...keys, ...own]);
}

function judgePayload(payload: Payload | undefined): readonly Fault[] {
  const schema = payload?.media.schema;
  if (payload?.value === undefined || schema === undefined) return [];
  const violations = validate(schema, payload.value, 'request');
  if (violations.length === 0) return [];
  const spellingAt = spellingsIn(payload.text?.() ?? '');
  return violations.map((violation) => faultOf(withSpelling(violation, spellingAt(violation.at)), ['body']));
}

async function readDeclaredPayload(operation: Operation, { bytes, header }: ReceivedRequest) {
  if (operation.requestBody === undefined) return undefined;
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const message = `header.Content-Encoding: expected none, got ${quoted(encoding)}`;
    return new Refusal('content-coding', message, { headers: { 'Accept-Encoding': 'identity' } });
  }
  return readPayload(operation.requestBody, header('content-type'), bytes);
}
