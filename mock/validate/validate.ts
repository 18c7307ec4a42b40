/**
 * The parts of a request in, its values by the contract out, or a refusal with all that is wrong. Prism's own validation fails open and
 * knows no int64, so it is not asked.
 */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { validate } from '../../spec/validation/validate.ts';
import { type Fault, faultOf, quoted, Refusal, refusalFor } from '../http/refusals.ts';
import { spellingsIn, withSpelling } from './coerce.ts';
import { judgeParameter, parameterKey } from './parameters.ts';
import { type Payload, readPayload } from './payload.ts';
import type { ParameterSources } from './styles.ts';

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
export function judgeRequest(
  operation: Operation,
  sources: ParameterSources,
  bytes: Buffer,
): ValidRequest | Refusal {
  const { values, faults } = judgeParameters(operation, sources);
  const payload = readDeclaredPayload(operation, sources, bytes);
  if (payload instanceof Refusal && faults.length === 0) return payload;
  const inBody = payload instanceof Refusal ? payload.faults : judgePayload(payload);
  const [first, ...rest] = [...faults, ...inBody];
  if (first !== undefined) return refusalFor(first, rest);
  if (payload === undefined || payload instanceof Refusal)
    return { parameters: values, body: undefined, bodyType: undefined };
  const { value: body, media } = payload;
  const type = sources.header('content-type') ?? media.range;
  return { parameters: values, body, bodyType: media.range, content: { type, bytes } };
}

interface JudgedParameters {
  readonly values: ReadonlyMap<string, Json>;
  readonly faults: readonly Fault[];
}

const noParameters: JudgedParameters = { values: new Map(), faults: [] };

function judgeParameters(operation: Operation, sources: ParameterSources): JudgedParameters {
  if (operation.parameters.length === 0) return noParameters;
  const all = { ...sources, taken: namesInQuery(operation) };
  const values = new Map<string, Json>();
  const faults: Fault[] = [];
  for (const parameter of operation.parameters) {
    const judged = judgeParameter(parameter, all);
    if (judged.value !== undefined) values.set(parameterKey(parameter), judged.value);
    faults.push(...judged.faults);
  }
  return { values, faults };
}

/** Of parameters and keys. */
const namesInQuery = remembered(({ parameters, security }: Operation): ReadonlySet<string> => {
  const keys = security
    .flatMap(({ schemes }) => schemes)
    .flatMap((scheme) => (scheme.in === 'query' ? (scheme.parameterName ?? []) : []));
  const own = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return new Set([...keys, ...own]);
});

function judgePayload(payload: Payload | undefined): readonly Fault[] {
  const schema = payload?.media.schema;
  if (payload?.value === undefined || schema === undefined) return [];
  const violations = validate(schema, payload.value, 'request');
  if (violations.length === 0) return [];
  const spellingAt = spellingsIn(payload.text?.() ?? '');
  return violations.map((violation) => faultOf(withSpelling(violation, spellingAt(violation.at)), ['body']));
}

function readDeclaredPayload(operation: Operation, { header }: ParameterSources, bytes: Buffer) {
  if (operation.requestBody === undefined) return undefined;
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const message = `header.Content-Encoding: expected none, got ${quoted(encoding)}`;
    return new Refusal('content-coding', message, { headers: { 'Accept-Encoding': 'identity' } });
  }
  return readPayload(operation.requestBody, header('content-type'), bytes);
}
