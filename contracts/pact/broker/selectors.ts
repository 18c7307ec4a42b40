/**
 * Consumer version selectors: which pacts a provider verifies. The verifier drops a selector that it cannot read without
 * a word, and then verifies other pacts than were asked for; so they are read here first.
 */
import { KitError } from '../../../errors.ts';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';

/** What must keep working: the main branches, and whatever is deployed or released anywhere. */
export const USUAL_SELECTORS: readonly JsonObject[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/** Fields and their types by docs.pact.io, "Consumer version selectors". */
const FIELDS: Readonly<Record<string, 'boolean' | 'string'>> = {
  mainBranch: 'boolean',
  branch: 'string',
  fallbackBranch: 'string',
  matchingBranch: 'boolean',
  deployedOrReleased: 'boolean',
  deployed: 'boolean',
  released: 'boolean',
  environment: 'string',
  tag: 'string',
  fallbackTag: 'string',
  latest: 'boolean',
  consumer: 'string',
};

/** Throws `option-invalid` for anything but a JSON object of known fields. */
export function readSelector(given: string): JsonObject {
  const parsed = parseJson(given);
  if (!parsed.ok || !isJsonObject(parsed.value) || Object.keys(parsed.value).length === 0)
    throw invalid(given, 'expected a JSON object such as {"mainBranch":true}');
  for (const [name, value] of Object.entries(parsed.value)) {
    const type = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (type === undefined) throw invalid(given, `"${name}" is none of ${Object.keys(FIELDS).join(', ')}`);
    if (typeof value !== type)
      throw invalid(given, `"${name}" is a ${type}, received ${stringifyJson(value)}`);
  }
  return parsed.value;
}

function invalid(given: string, why: string): KitError {
  return new KitError('option-invalid', `--selector ${given}: ${why}`);
}
