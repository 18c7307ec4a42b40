/** The contracts that one store serves: for each its engine, its records and its handler. */
import { KitError } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import type { Contract, SecurityScheme } from '../../spec/model/contract.ts';
import type { ServedContract } from '../control/info.ts';
import { createHandler } from '../handle.ts';
import type { ValidatingProxy } from '../proxy/proxy.ts';
import { createScenario } from '../scenario/scenario.ts';
import { createKeeper, type InitialRecords } from '../state/create-keeper.ts';
import type { Keeper } from '../state/keeper.ts';
import type { Records, RuleBook, Storage } from '../storage/storage.ts';
import { createDispatcher, type Mounted as Dispatchable, type Dispatcher } from './dispatch.ts';
import { createLazyAnswerer } from './lazy-answerer.ts';

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
  const { auth = true, dynamic = false, stateless = false, storage, tokens, records = {}, proxy } = options;
  const seed = options.seed === undefined ? undefined : String(options.seed);
  const keeper =
    stateless || proxy !== undefined
      ? undefined
      : createKeeper(contract, { prefix, records: storage.records, initial: records, seed });
  const { answer, warm } = createLazyAnswerer(contract, keeper, { dynamic, seed });
  const scenario = createScenario(rulesOf(prefix, storage.rules), contract);
  return {
    prefix,
    contract,
    keeper,
    handle:
      proxy === undefined
        ? createHandler(contract, { tokens: auth ? tokens : undefined, answer, scenario, prefix })
        : proxy.handlerFor(contract, { answer, scenario }),
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
