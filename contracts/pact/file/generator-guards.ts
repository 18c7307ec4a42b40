/** Generators of a request that the verifier passes over, so that another request goes out than was meant. */
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { joinPointer } from '../../../spec/json/pointer.ts';
import type { Interaction } from './interaction.ts';
import { type PactFile, pactPlace } from './pact-file.ts';
import { refusal } from './refusal.ts';

/** Throws `pact-unverifiable`. */
export function refuseGenerators(pact: PactFile, { place }: Interaction, { request }: JsonObject): void {
  if (!isJsonObject(request) || !isJsonObject(request.generators)) return;
  const pointer = `${place.pointer}/request/generators`;
  for (const [category, value] of Object.entries(request.generators)) {
    const at = joinPointer(pointer, category);
    const fault = faultOf(category, value, request);
    if (fault !== undefined) throw refusal(pactPlace(pact, at), fault);
  }
}

function faultOf(category: string, value: Json, request: JsonObject): string | undefined {
  if (!categories.has(category))
    return `received generators for ${stringifyJson(category)}, which the verifier passes over`;
  if (!isJsonObject(value)) return 'received what is no generator';
  if (category === 'header') {
    const fault = otherCase(value, request);
    if (fault !== undefined) return fault;
  }
  const generators = typeof value.type === 'string' ? [value] : Object.values(value);
  return generators.map(faultIn).find((fault) => fault !== undefined);
}

/** It would send the header twice: as the example and as generated. */
function otherCase(generators: JsonObject, { headers }: JsonObject): string | undefined {
  const names = isJsonObject(headers) ? Object.keys(headers) : [];
  const name = Object.keys(generators).find(
    (key) => !names.includes(key) && names.some((one) => one.toLowerCase() === key.toLowerCase()),
  );
  return name === undefined
    ? undefined
    : `received a generator for the header ${name}, which the request spells otherwise: the verifier sends both`;
}

function faultIn(generator: Json): string | undefined {
  const type = isJsonObject(generator) ? generator.type : undefined;
  if (typeof type === 'string' && known.has(type)) return undefined;
  return `received a generator of type ${stringifyJson(type ?? null)}, which the verifier passes over`;
}

const categories = new Set(['body', 'header', 'query', 'path', 'method', 'status', 'metadata']);

/** As the verifier 1.4 knows them. */
const known = new Set([
  ...['ProviderState', 'RandomInt', 'RandomDecimal', 'RandomHexadecimal', 'RandomString', 'RandomBoolean'],
  ...['Regex', 'Uuid', 'Date', 'Time', 'DateTime', 'MockServerURL'],
]);
