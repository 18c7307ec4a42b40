/**
 * The contract with the values of `values:` in plant-store.yaml: they become its examples, so that every test category
 * uses them where it would use an example of the document.
 */
import { combineErrors, KitError } from '../../../errors.ts';
import type { NamedSecret } from '../../../shell/credential-text.ts';
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Contract, Example, MediaType, Operation, Parameter } from '../../../spec/model/contract.ts';
import { methodAndPath } from '../../../spec/model/operation-names.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isSecretSchema } from '../../../spec/model/secret-schemas.ts';
import { suggestionHint } from '../../../spec/options/suggest-name.ts';
import { formatPosition } from '../../../spec/source/source-column.ts';
import type { SourceFile } from '../../../spec/source/source-file.ts';
import type { ConfigurationFile } from '../read-configuration.ts';
import { type GivenValue, placeOf, resolveValues, type ValueSchema } from './resolve-values.ts';
import { propertyNames, propertySchemas, withPropertyExamples } from './schema-examples.ts';
import { secretsIn, withDistinctVariables } from './secret-values.ts';
import { readEntries, type ValueEntry } from './value-entries.ts';

export interface SuppliedValues {
  readonly contract: Contract;
  /** Values that no output may show. */
  readonly secrets: readonly NamedSecret[];
  /** The first value of each parameter and property that is for all operations, by its name: for the generators of pacts. */
  readonly byName: Readonly<Record<string, Json>>;
}

/** Throws `config-invalid` for a value that the contract does not allow, and for one that no operation has a place for. */
export function withSuppliedValues(
  contract: Contract,
  { file, value }: Pick<ConfigurationFile, 'file' | 'value'>,
): SuppliedValues {
  const values = value['values'] ?? null;
  const entries = isJsonObject(values) ? readEntries(values) : [];
  if (entries.length === 0) return { contract, secrets: [], byName: {} };
  const supply = createSupply(file);
  const operations = contract.operations.map((operation) =>
    entries
      .filter(({ concerns }) => concerns(operation))
      // The entries of the operation come last, so that they replace the general ones.
      .toReversed()
      .reduce((changed, entry) => supply.apply(changed, entry), operation),
  );
  const error = combineErrors(entries.flatMap((entry) => supply.errorOf(entry, contract.operations)));
  if (error !== undefined) throw error;
  return { contract: { ...contract, operations }, secrets: supply.secrets(), byName: supply.byName() };
}

function createSupply(file: SourceFile) {
  const applied = new Set<ValueEntry>();
  const errors = new Map<ValueEntry, KitError>();
  const secrets: NamedSecret[] = [];
  const byName = new Map<string, Json>();
  return { apply, errorOf, secrets: () => withDistinctVariables(secrets), byName: () => Object.fromEntries(byName) };

  function apply(operation: Operation, entry: ValueEntry): Operation {
    if (entry.kind === 'parameter') return withParameter(operation, entry);
    return entry.kind === 'property' ? withProperty(operation, entry) : withBody(operation, entry);
  }

  /** Undefined where they are not valid for this place. */
  function resolve(entry: ValueEntry, wanted: ValueSchema): readonly Json[] | undefined {
    try {
      const values = resolveValues(toGiven(entry), wanted);
      const isSecret = wanted.schema !== undefined && isSecretSchema(wanted.schema);
      secrets.push(...secretsIn(entry.given, isSecret ? 'secret' : entry.name));
      applied.add(entry);
      const [first] = values;
      const name = entry.name.replace(/^(?:path|query|header|cookie)\./, '');
      if (first !== undefined && name !== '' && entry.pattern === undefined) byName.set(name, first);
      return values;
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      if (!errors.has(entry)) errors.set(entry, error);
      return undefined;
    }
  }

  function toGiven({ given, pointer }: ValueEntry): GivenValue {
    return { file, pointer, given };
  }

  function toExamples(entry: ValueEntry, values: readonly Json[]): readonly Example[] {
    const place = placeOf(toGiven(entry));
    return values.map((value, index) => ({ name: `supplied ${index + 1}`, value, place }));
  }

  function withParameter(operation: Operation, entry: ValueEntry): Operation {
    const parameters = operation.parameters.map((parameter): Parameter => {
      if (!isNamed(parameter, entry.name)) return parameter;
      const schema = parameter.schema ?? parameter.content[0]?.schema;
      const values = resolve(entry, { schema, place: parameter.place });
      return values === undefined ? parameter : { ...parameter, examples: toExamples(entry, values), isSupplied: true };
    });
    return { ...operation, parameters };
  }

  function withProperty(operation: Operation, entry: ValueEntry): Operation {
    const names = entry.name.split('.');
    return changeContent(operation, (media) => {
      const [schema] = media.schema === undefined ? [] : propertySchemas(media.schema, names);
      const values = schema && resolve(entry, { schema, place: schema.place });
      const changed = values && media.schema && withPropertyExamples(media.schema, names, values);
      if (values === undefined || changed === undefined) return media;
      const suppliedProperties = new Map([...(media.suppliedProperties ?? []), [entry.name, values] as const]);
      return { ...media, schema: changed, suppliedProperties };
    });
  }

  function withBody(operation: Operation, entry: ValueEntry): Operation {
    return changeContent(operation, (media) => {
      const values = resolve(entry, media);
      return values === undefined ? media : { ...media, examples: toExamples(entry, values), isSupplied: true };
    });
  }

  function errorOf(entry: ValueEntry, operations: readonly Operation[]): readonly KitError[] {
    if (applied.has(entry)) return [];
    const error = errors.get(entry) ?? unusedError(entry, operations);
    return [error];
  }

  function unusedError(entry: ValueEntry, operations: readonly Operation[]): KitError {
    const where = formatPosition(file, entry.pointer);
    const concerned = operations.filter(entry.concerns);
    if (concerned.length === 0) {
      const names = operations.flatMap((one) => [one.id, methodAndPath(one), one.path, ...(one.tags ?? [])]);
      const { pattern = '' } = entry;
      const detail = `${JSON.stringify(pattern)}: no operation has this id, tag, path, or method and path`;
      return new KitError('config-invalid', `${detail}${suggestionHint(pattern, [...new Set(names)])}`, {
        where,
        fix: 'Name an operation of the document.',
      });
    }
    const scope = entry.pattern === undefined ? 'no operation' : entry.pattern;
    const known = knownNames(entry, concerned);
    const wanted = entry.kind === 'body' ? 'request body' : `${entry.kind} "${entry.name}"`;
    const detail = entry.pattern === undefined ? `no operation has a ${wanted}` : `${scope} has no ${wanted}`;
    return new KitError('config-invalid', `${detail}${suggestionHint(entry.name, known)}`, {
      where,
      fix: known.length === 0 ? 'Remove it.' : `There are ${known.slice(0, MAX_NAMES).join(', ')}.`,
    });
  }
}

const MAX_NAMES = 20;

/** `orderId`, or with its location: `path.orderId`. Names of headers are case-insensitive. */
function isNamed({ in: location, name }: Parameter, given: string): boolean {
  const isSame = (one: string) => (location === 'header' ? one.toLowerCase() === name.toLowerCase() : one === name);
  return isSame(given) || (given.startsWith(`${location}.`) && isSame(given.slice(location.length + 1)));
}

function changeContent(operation: Operation, change: (media: MediaType) => MediaType): Operation {
  const { requestBody } = operation;
  return requestBody === undefined
    ? operation
    : { ...operation, requestBody: { ...requestBody, content: requestBody.content.map(change) } };
}

function knownNames({ kind }: ValueEntry, operations: readonly Operation[]): readonly string[] {
  if (kind === 'body') return [];
  if (kind === 'parameter')
    return [...new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
  const schemas = operations.flatMap(({ requestBody }) =>
    (requestBody?.content ?? []).flatMap(({ schema }): readonly Schema[] => (schema === undefined ? [] : [schema])),
  );
  return [...new Set(schemas.flatMap((schema) => [...propertyNames(schema).take(MAX_NAMES * 5)]))];
}
