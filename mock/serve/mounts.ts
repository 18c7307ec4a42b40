/** The contracts that one store serves, each under its prefix, with its engine, records and handler; and which one a request is for. */
import { KitError } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../spec/model/contract.ts';
import type { ServedContract } from '../control/info.ts';
import type { Call } from '../http/call.ts';
import { isPreflight } from '../http/cors.ts';
import { quoted, Refusal } from '../http/refusals.ts';
import { originForm } from '../http/target.ts';
import type { Records, RuleBook, Storage } from '../model/storage.ts';
import type { ValidatingProxy } from '../proxy/proxy.ts';
import type { Keeper } from '../records/keeper.ts';
import { createKeeper, type InitialRecords } from '../records/records.ts';
import type { OneByOne } from '../records/shelf.ts';
import { createHandler, type Handler } from '../request/handle.ts';
import { type Handled, refusedEarly } from '../request/handled.ts';
import { createLazyAnswerer } from '../respond/lazy-answerer.ts';
import { createNearMiss, type NearMissFinder } from '../routing/near-miss.ts';
import { createScenario } from '../rules/rules.ts';

export interface Mount {
  /** `/shop`, or the empty string for the one contract that has all paths. */
  readonly prefix: string;
  readonly contract: Contract;
}

export interface MountOptions {
  readonly tokens: readonly string[];
  readonly auth?: boolean;
  readonly dynamic?: boolean;
  readonly seed?: number;
  readonly stateless?: boolean;
  readonly records?: InitialRecords;
  readonly storage: Storage;
  /** Outlives these mounts, as the storage does: changes of one record wait for each other. */
  readonly oneByOne: OneByOne;
  /** Answers in place of the store. */
  readonly proxy?: ValidatingProxy;
}

export interface Mounts {
  readonly contracts: readonly ServedContract[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly dispatch: Dispatcher;
  /** Puts the initial records into these. Throws `record-invalid`. */
  readonly seed: (records: Records) => Promise<void>;
  /** Throws `record-invalid`. */
  readonly addRecord: (collection: string, value: Json) => Promise<void>;
  /** Loads what answers are generated with, which the first one would else wait for. Never rejects. */
  readonly warm: () => Promise<void>;
}

export async function mountAll(contracts: readonly Mount[], options: MountOptions): Promise<Mounts> {
  const mounted = await Promise.all(contracts.map((mount) => mountOne(mount, options)));
  return {
    contracts: mounted.map(({ prefix, contract, keeper }) => ({
      prefix,
      contract,
      collections: keeper?.collections ?? [],
    })),
    securitySchemes: contracts.flatMap(({ contract }) => contract.securitySchemes),
    dispatch: createDispatcher(mounted),
    seed: async (records) => {
      refuseUnknownCollections(options.records ?? {}, mounted);
      for (const { keeper } of mounted) await keeper?.seed(records);
    },
    addRecord: async (collection, value) => {
      for (const { keeper } of mounted) {
        if ((await keeper?.add(collection, value)) === true) return;
      }
      throw unknownCollection(collection, mounted);
    },
    warm: async () => {
      await Promise.all(mounted.map(({ warm }) => warm()));
    },
  };
}

interface Mounted extends Dispatchable {
  readonly keeper: Keeper | undefined;
  readonly warm: () => Promise<void>;
}

async function mountOne({ prefix, contract }: Mount, options: MountOptions): Promise<Mounted> {
  const { auth = true, dynamic = false, stateless = false, records = {} } = options;
  const { storage, oneByOne, tokens, proxy } = options;
  const seed = options.seed === undefined ? undefined : String(options.seed);
  const keeper =
    stateless || proxy !== undefined
      ? undefined
      : createKeeper(contract, { prefix, records: storage.records, initial: records, seed, oneByOne });
  const { answer, warm } = createLazyAnswerer(contract, keeper, { dynamic, seed });
  const scenario = createScenario(rulesOf(prefix, storage.rules), contract);
  return {
    prefix,
    contract,
    keeper,
    handle:
      proxy === undefined
        ? createHandler(contract, { tokens: auth ? tokens : undefined, answer, scenario, mount: prefix })
        : proxy.handlerFor(contract, { answer, scenario, mount: prefix }),
    warm: proxy === undefined ? warm : async () => undefined,
  };
}

/** Nobody would miss the records. */
function refuseUnknownCollections(records: InitialRecords, mounted: readonly Mounted[]): void {
  const unknown = Object.keys(records).find((name) => !mounted.some(({ keeper }) => keeper?.owns(name)));
  if (unknown !== undefined) throw unknownCollection(unknown, mounted);
}

function unknownCollection(name: string, mounted: readonly Mounted[]): KitError {
  const known = mounted.flatMap(({ keeper }) => keeper?.collections ?? []);
  const expected = known.length === 0 ? 'none (the store keeps no records)' : `one of ${known.join(', ')}`;
  return new KitError('record-invalid', `collection ${JSON.stringify(name)}: expected ${expected}`);
}

/** Operation ids are unique within a contract only: a rule that names a mount is kept from all others. */
function rulesOf(prefix: string, rules: RuleBook): RuleBook {
  return {
    ...rules,
    list: async () =>
      (await rules.list()).filter(({ when }) => when?.mount === undefined || when.mount === prefix),
  };
}

interface Dispatchable {
  /** `/shop`, or the empty string for the one contract that has all paths. */
  readonly prefix: string;
  readonly contract: Contract;
  readonly handle: Handler;
}

export type Dispatcher = (call: Call) => Promise<Handled>;

function createDispatcher(mounts: readonly Dispatchable[]): Dispatcher {
  const [only, ...others] = mounts;
  return only?.prefix === '' && others.length === 0 ? only.handle : dispatcherOver(mounts);
}

function dispatcherOver(mounts: readonly Dispatchable[]): Dispatcher {
  const longestFirst = mounts.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const nearMiss = nearMissOver(mounts);
  return async (call) => {
    const target = originForm(call.target);
    const mounted = longestFirst.find(({ prefix }) => isBelow(target, prefix)) ?? anyMount(call, mounts);
    if (mounted === undefined)
      return refusedEarly('', unknownPrefix(call.method, target, { mounts, nearMiss }));
    const { prefix, handle } = mounted;
    const local = isBelow(target, prefix) && prefix !== '' ? below(target, prefix) : call.target;
    return handle({ ...call, target: local });
  };
}

function isBelow(target: string, prefix: string): boolean {
  return prefix === '' || (target.startsWith(prefix) && /^(?:[/?#]|$)/.test(target.slice(prefix.length)));
}

function below(target: string, prefix: string): string {
  return target.slice(prefix.length).replace(/^(?!\/)/, '/');
}

/** What is asked of the server as a whole, and a browser's question about a path that is not there, any can answer. */
function anyMount(call: Call, mounts: readonly Dispatchable[]): Dispatchable | undefined {
  return call.target === '*' || isPreflight(call.method, call.headers) ? mounts[0] : undefined;
}

/** Over the routes of all contracts, each with its prefix. */
function nearMissOver(mounts: readonly Dispatchable[]): NearMissFinder {
  const operations = mounts.flatMap(({ prefix, contract }) =>
    contract.operations.map((operation) => ({ ...operation, path: prefix + operation.path })),
  );
  return createNearMiss(operations, []);
}

interface Known {
  readonly mounts: readonly Dispatchable[];
  readonly nearMiss: NearMissFinder;
}

function unknownPrefix(method: string, target: string, { mounts, nearMiss }: Known): Refusal {
  const prefixes = mounts.map(({ prefix }) => prefix).join(' or ');
  const [path = ''] = target.split('?');
  const near = nearMiss(method, path);
  const hint = near === undefined ? '' : `; did you mean ${near.methods.join(' or ')} ${near.path}?`;
  return new Refusal('route-unknown', `path: expected one below ${prefixes}, got ${quoted(path)}${hint}`);
}
