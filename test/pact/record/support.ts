/** Records pacts of contracts that are defined in the test. */

import { createRecording, type PactRecording } from '../../../contracts/pact/record/record-pact.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';

/** A contract of these paths, in YAML, which may refer to these schemas. */
export function contractWithPaths(paths: string, components = ''): Promise<Contract> {
  const head = 'openapi: 3.1.0\ninfo: { title: Test, version: 1.0.0 }\n';
  return parseContract('https://test.example/test.yaml', `${head}paths:\n${paths}\n${components}`);
}

/** One operation, `read`, that returns 200 with a value of this schema. */
export function operationResponding(schema: string): Promise<Contract> {
  return contractWithPaths(
    `  /it:
    get:
      operationId: read
      responses:
        '200': { description: ok, content: { application/json: { schema: ${schema} } } }`,
  );
}

export function recordAsPact({ text }: PactRecording): JsonObject {
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  throw new Error('not a JSON object');
}

export function interactionsIn(recording: PactRecording): readonly Json[] {
  const { interactions } = recordAsPact(recording);
  if (isJsonArray(interactions)) return interactions;
  throw new Error('no interactions');
}

/** A nested member; undefined if it does not exist. */
export function at(value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((part, key) => {
    if (isJsonArray(part)) return part[Number(key)];
    return isJsonObject(part) ? part[key] : undefined;
  }, value);
}

/** The response that is expected of the one operation of `answering`. */
export async function responseFor(schema: string): Promise<Json | undefined> {
  return at(interactionsIn(createRecording(await operationResponding(schema)))[0], 'response');
}

/** By its description; the operation's name can be omitted. */
export function interactionNamed(recording: PactRecording, words: string): Json {
  const found = interactionsIn(recording).find((one) => String(at(one, 'description')).includes(words));
  if (found !== undefined) return found;
  throw new Error(`no interaction of ${words}`);
}
