/** Values that a program gives, in the shape of `values:` in plant-store.yaml. */
import { KitError } from '../../../errors.ts';
import { mapMembers, toJson } from '../../../spec/json/convert-json.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { parseSource } from '../../../spec/source/read-source.ts';
import { validateConfiguration } from '../read-configuration.ts';
import { type SuppliedValues, withSuppliedValues } from './supplied-values.ts';

/** Values of parameters and properties, by name: one, or a list of them. */
export interface NamedValues {
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** Of request bodies; `address.country` for a nested one. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
}

/** Values that exist on the target, where generated ones do not. */
export interface GivenValues extends NamedValues {
  /** For single operations, by id, tag, path or `GET /orders*`; also whole bodies. */
  readonly operations?: Readonly<Record<string, NamedValues & { readonly body?: unknown }>> | undefined;
}

/** `source`: what gives them, for errors. Throws `option-invalid`. */
export function withGivenValues(contract: Contract, given: GivenValues, source: string): SuppliedValues {
  const values = withoutVariables(toJson(withoutUndefined(given)));
  const file = parseSource(`file:///${encodeURIComponent(source)}`, JSON.stringify({ values }));
  try {
    return withSuppliedValues(contract, validateConfiguration(file));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    // A place in a text that the user has never seen would not help.
    const details = (error.parts.length === 0 ? [error] : error.parts).map(({ detail }) => detail);
    throw new KitError('option-invalid', `${source}: ${details.join('\n')}`, {
      cause: error,
      fix: 'Give { parameters, properties, operations } with values that the contract allows.',
    });
  }
}

function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(members.map(([name, part]) => [name, withoutUndefined(part)]));
}

/** A program reads its environment itself: `${` stands for these characters. */
function withoutVariables(value: Json): Json {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (isJsonArray(value)) return value.map(withoutVariables);
  return isJsonObject(value) ? mapMembers(value, withoutVariables) : value;
}
