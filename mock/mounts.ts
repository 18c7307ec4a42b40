/** The contracts that one store serves: for each its engine, its records and its handler. */
import { KitError } from '../errors.ts';
import type { Contract, SecurityScheme } from '../spec/contract.ts';
import type { Json } from '../spec/exact-json.ts';
import { createAnswerer } from './answer/answer.ts';
import { createDispatcher, type Dispatcher } from './dispatch.ts';
import { createHandler, type Handler } from './handle.ts';
import { createScenario } from './scenario/scenario.ts';
import { createKeeper, type InitialRecords } from './state/create-keeper.ts';
import type { Keeper } from './state/keeper.ts';
import type { Storage } from './storage/storage.ts';

export interface Mount {
  /** `/garden`, or the empty string for the one contract that has all paths. */
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
}

export interface Mounts {
  readonly contracts: readonly Mount[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly dispatch: Dispatcher;
  /** Puts the initial records in. */
  readonly seed: () => Promise<void>;
  /** Throws `record-invalid`. */
  readonly addRecord: (collection: string, value: Json) => Promise<void>;
}

export async function mountAll(contracts: readonly Mount[], options: MountOptions): Promise<Mounts> {
  const mounted = await Promise.all(contracts.map((mount) => mountOne(mount, options)));
  return {
    contracts,
    securitySchemes: contracts.flatMap(({ contract }) => contract.securitySchemes),
    dispatch: createDispatcher(mounted),
    seed: async () => {
      for (const { keeper } of mounted) await keeper?.seed();
    },
    addRecord: async (collection, value) => {
      for (const { keeper } of mounted) {
        if ((await keeper?.add(collection, value)) === true) return;
      }
      throw unknownCollection(collection, mounted);
    },
  };
}

interface Mounted {
  readonly prefix: string;
  readonly keeper: Keeper | undefined;
  readonly handle: Handler;
}

async function mountOne({ prefix, contract }: Mount, options: MountOptions): Promise<Mounted> {
  const { createEngine } = await import('./answer/engine.ts');
  const { auth = true, dynamic = false, stateless = false, storage, tokens, records = {} } = options;
  const seed = options.seed === undefined ? undefined : String(options.seed);
  const keeper = stateless
    ? undefined
    : createKeeper(contract, { prefix, records: storage.records, initial: records, seed });
  const answer = createAnswerer(await createEngine(contract), keeper, { dynamic, seed });
  const scenario = createScenario(storage.rules);
  return {
    prefix,
    keeper,
    handle: createHandler(contract, { tokens: auth ? tokens : undefined, answer, scenario }),
  };
}

function unknownCollection(name: string, mounted: readonly Mounted[]): KitError {
  const known = mounted.flatMap(({ keeper }) => keeper?.collections ?? []);
  const expected = known.length === 0 ? 'none (the store keeps no records)' : `one of ${known.join(', ')}`;
  return new KitError('record-invalid', `collection ${JSON.stringify(name)}: expected ${expected}`);
}
