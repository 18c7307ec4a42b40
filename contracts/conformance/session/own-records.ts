/** The records that the run has created and not deleted, as far as the contract has an operation that deletes them. */
import type { Contract, Operation, Parameter } from '../../../spec/model/contract.ts';
import { findResourceByItem } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { type Exchange, isSuccess, statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { createIdentifierTarget, type IdentifierTarget, identifyRecord } from '../stateful/model/identify-record.ts';
import { pathItems } from '../stateful/model/path-items.ts';

export interface RemovableRecord {
  /** Relative to the base URL. */
  readonly path: string;
  readonly deletion: Operation;
}

export interface OwnRecords {
  record(operation: Operation, requestSpec: RequestSpec, exchange: Exchange): void;
  /** The last one first. */
  remaining(): readonly RemovableRecord[];
  forget(record: RemovableRecord): void;
}

/** How the records that an operation creates are deleted. */
interface Removal {
  readonly deletion: Operation;
  readonly target: IdentifierTarget;
  /** Names in the contract: such records may have existed before the run. */
  readonly declaredNames: ReadonlySet<string>;
}

const CREATED = 201;

export function createOwnRecords(contract: Contract): OwnRecords {
  const removals = findRemovals(contract);
  const records = new Map<string, RemovableRecord>();
  /** Created twice, so that the responses do not say what was created. */
  const doubtful = new Set<string>();
  return {
    record(operation, requestSpec, exchange) {
      const { method } = exchange.request;
      const removal = removals.get(operation.id);
      const status = statusOf(exchange) ?? 0;
      if (!isSuccess(status) || (removal === undefined && method !== 'DELETE')) return;
      const path = (requestSpec.path.split('?')[0] ?? '').replace(/\/+$/, '');
      if (method === 'DELETE') records.delete(path);
      // Another success may be about a record that existed.
      if (removal === undefined || status !== CREATED || method !== operation.method) return;
      // Another spelling of the path, which a test case has tried.
      if (/\/\.|\/\/|%2f/i.test(path)) return;
      const created = createdPath({ operation, requestSpec, exchange, path }, removal);
      if (created === undefined || doubtful.has(created)) return;
      if (records.delete(created)) doubtful.add(created);
      else records.set(created, { path: created, deletion: removal.deletion });
    },
    remaining: () => [...records.values()].reverse(),
    forget: ({ path }) => void records.delete(path),
  };
}

/** By the id of the operation that creates a record. */
function findRemovals(contract: Contract): ReadonlyMap<string, Removal> {
  const { operations } = contract;
  const removals = operations.flatMap((deletion): readonly (readonly [string, Removal])[] => {
    const pathItem = pathItems(deletion.path).at(-1);
    const parameter = deletion.parameters.find((one) => one.in === 'path' && one.name === pathItem?.name);
    if (deletion.method !== 'DELETE' || pathItem?.item !== deletion.path || parameter === undefined) return [];
    // Such a value, such as a version, is only known after a read.
    if (deletion.parameters.some((one) => one.required && one.in !== 'path')) return [];
    if (deletion.requestBody?.required === true) return [];
    const { item, collection } = pathItem;
    const idName = findResourceByItem(contract, item)?.idName;
    const target = createIdentifierTarget(operations, { item, parameter, idName });
    const removal = { deletion, target, declaredNames: declaredNames(parameter) };
    return operations
      .filter(({ method, path }) => (method === 'POST' && path === collection) || (method === 'PUT' && path === item))
      .map(({ id }) => [id, removal] as const);
  });
  return new Map(removals);
}

function declaredNames({ examples, schema }: Parameter): ReadonlySet<string> {
  const {
    examples: ofSchema = [],
    default: defaultValue,
    const: constant,
    enum: values = [],
  } = schema === undefined ? {} : flattenSchema(schema);
  return new Set([...examples, ...ofSchema, ...values, defaultValue, constant].map(String));
}

interface Creation {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  readonly path: string;
}

/** Undefined when the response does not surely name the record, or the contract names it. */
function createdPath({ path, ...created }: Creation, { target, declaredNames: declared }: Removal): string | undefined {
  if (created.operation.method === 'PUT') return declared.has(lastSegment(path)) ? undefined : path;
  const identifier = identifyRecord(created, target);
  if (identifier?.isConfirmed !== true || declared.has(String(identifier.value))) return undefined;
  const name = String(identifier.value);
  // No URL has half of a surrogate pair, so that no request names such a record.
  return name.isWellFormed() ? `${path}/${encodeURIComponent(name)}` : undefined;
}

function lastSegment(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
