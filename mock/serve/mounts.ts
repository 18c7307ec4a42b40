/**
 * The contracts that one server serves, each with its prefix, engine, records and handler; dispatches requests to them.
 */
import { combineErrors, createErrorCollector, KitError } from '../../errors.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { undeclaredEndpoints } from '../../spec/login/oauth-endpoints.ts';
import { isAuthorizationUrl } from '../../spec/login/token-urls.ts';
import type { Contract, Operation, SecurityScheme } from '../../spec/model/contract.ts';
import type { ServedContract } from '../control/server-info.ts';
import { createFakerSource } from '../handlers/faker-source.ts';
import { findHandlers, type ServedHandlers } from '../handlers/find-handlers.ts';
import { createHandlerStore } from '../handlers/handler-store.ts';
import { createLoginService } from '../login/login-service.ts';
import { withTokenEndpoints } from '../login/token-endpoint.ts';
import { createMadeUpValues } from '../made-up/made-up-values.ts';
import type { RecordStore, RuleStore, Storage } from '../model/storage.ts';
import { createCallbackPreparer } from '../outgoing/prepare-callbacks.ts';
import type { ValidatingProxy } from '../proxy/proxy.ts';
import type { RunExclusive } from '../records/collection.ts';
import { createRecordHandler } from '../records/create-record-handler.ts';
import { createPerUserRecords, type RecordsOfOwner, withRecordsPerUser } from '../records/per-user/per-user-records.ts';
import type { GivenState, RecordEditor, RecordHandler } from '../records/record-handler.ts';
import type { InitialRecords, RecordHandlerOptions } from '../records/record-handler-options.ts';
import { currentTime } from '../records/values/clock.ts';
import type { CodeOptions } from '../request/handling-context.ts';
import { createRepeatedRequests } from '../request/repeated-requests.ts';
import { createHandler, type Handler } from '../request/request-handler.ts';
import { createLazyResponseGenerator, type EngineLoader } from '../respond/lazy-response-generator.ts';
import { createRuleStates } from '../rules/rule-states.ts';
import { createScenario } from '../rules/scenario.ts';
import { createDispatcher, type DispatchTarget } from './dispatch-by-prefix.ts';
import { type AuthorizationEndpoints, isRedirection, serveAuthorization } from './serve-authorization.ts';
import { serveUploads } from './serve-uploads.ts';

export interface Mount {
  /** `/shop`, or the empty string for a single contract at the root. */
  readonly prefix: string;
  readonly contract: Contract;
}

export interface MountOptions {
  readonly tokens: readonly string[];
  readonly auth?: boolean;
  readonly dynamic?: boolean;
  readonly seed?: number;
  readonly streamItems?: number;
  /** Generates the samples of responses. */
  readonly loadEngine: EngineLoader;
  /** Sends the callbacks that the contracts declare. */
  readonly sendsCallbacks?: boolean;
  /** Whether the authorization endpoint may redirect to pages of this host. */
  readonly allowsHost: (host: string) => boolean;
  /** A locale of Faker for made-up values. */
  readonly locale?: string;
  readonly stateless?: boolean;
  readonly records?: InitialRecords;
  /** So many made-up records are added to each collection; with 0 all are empty. */
  readonly recordCount?: number;
  /** Each user who logs in has copies of the initial records. */
  readonly recordsPerUser?: boolean;
  readonly storage: Storage;
  /** Of tokens that logins return, in milliseconds. */
  readonly tokenLifetimeMs: number;
  /** The present time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Outlives these mounts, like the storage, so that changes of one record stay sequential. */
  readonly runExclusive: RunExclusive;
  /** Functions of the user that respond instead. */
  readonly handlers?: ServedHandlers | undefined;
  /** Handles requests instead of the mock. */
  readonly proxy?: ValidatingProxy;
}

export interface Mounts {
  readonly contracts: readonly ServedContract[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly dispatch: Handler;
  /** Inserts the initial records. Throws `record-invalid`. */
  readonly insertInitialRecords: (records: RecordStore) => Promise<void>;
  /** Throws `record-invalid`. */
  readonly addRecord: (collection: string, value: Json) => Promise<void>;
  /** Inserts the records of a user, and nothing else. Throws `record-invalid`. */
  readonly insertGivenRecords: (records: RecordStore, given: GivenState) => Promise<void>;
  /** The same store, in which each collection shows what the paths of the contracts show. */
  readonly withNested: (records: RecordStore) => RecordStore;
  /** Undefined if no contract has the collection. */
  readonly openEditor: (collection: string) => RecordEditor | undefined;
  /** Loads the response generators in advance, so that the first response does not wait for them. Never rejects. */
  readonly preload: () => Promise<void>;
}

export type Dispatcher = Handler;

export async function mountContracts(contracts: readonly Mount[], options: MountOptions): Promise<Mounts> {
  const mounted: MountedContract[] = [];
  const code = options.handlers && {
    handlers: findHandlers(options.handlers, contracts),
    storeOf: (owner: string | undefined) =>
      createHandlerStore(async () =>
        (await Promise.all(mounted.map(({ recordsOf }) => recordsOf?.(owner)))).filter((one) => one !== undefined),
      ),
    createFaker: createFakerSource(options),
  };
  mounted.push(...(await Promise.all(contracts.map((mount) => mountContract(mount, { ...options, code })))));
  return {
    contracts: mounted.map(({ prefix, contract, recordHandler }) => ({
      prefix,
      contract,
      collections: knownPaths(recordHandler),
      recordsPerUser: options.recordsPerUser === true,
    })),
    securitySchemes: contracts.flatMap(({ contract }) => contract.securitySchemes),
    dispatch: serveUploads(createDispatcher(mounted), options.storage.records),
    insertInitialRecords: async (records) => {
      const errors = createErrorCollector();
      errors.run(() => assertKnownCollections(options.records ?? {}, mounted), undefined);
      for (const { recordHandler } of mounted)
        await errors.runAsync(async () => recordHandler?.insertInitialRecords(records));
      errors.throwErrors();
    },
    addRecord: async (collection, value) => {
      for (const { recordHandler } of mounted) {
        if ((await recordHandler?.addRecord(collection, value)) === true) return;
      }
      throw unknownCollection(collection, mounted);
    },
    insertGivenRecords: async (records, given) => {
      assertKnownCollections(given.records, mounted);
      for (const { recordHandler } of mounted) await recordHandler?.insertGivenRecords(records, given);
    },
    withNested: (records) =>
      mounted.reduce((store, { recordHandler }) => recordHandler?.withNested(store) ?? store, records),
    openEditor: (collection) => {
      for (const { recordHandler } of mounted) {
        const editor = recordHandler?.openEditor(collection);
        if (editor !== undefined) return editor;
      }
      return undefined;
    },
    preload: async () => {
      await Promise.all(mounted.map(({ preload }) => preload()));
    },
  };
}

interface MountedContract extends DispatchTarget {
  readonly recordHandler: RecordHandler | undefined;
  readonly recordsOf: RecordsOfOwner | undefined;
  readonly preload: () => Promise<void>;
}

async function mountContract(
  { prefix, contract }: Mount,
  options: MountOptions & { readonly code: CodeOptions | undefined },
): Promise<MountedContract> {
  const { auth = true, dynamic = false, stateless = false, recordsPerUser = false, records = {} } = options;
  const { storage, runExclusive, tokens, proxy, code } = options;
  const seed = options.seed === undefined ? undefined : String(options.seed);
  const madeUp = createMadeUpValues({ seed, locale: options.locale });
  const recordOptions = {
    ...{ prefix, seed, madeUp, runExclusive },
    records: storage.records,
    givenRecords: records,
    recordCount: options.recordCount,
  };
  const recordHandler = stateless || proxy !== undefined ? undefined : createRecordHandler(contract, recordOptions);
  const recordsOf = recordHandler && findRecords(contract, recordHandler, { ...recordOptions, recordsPerUser });
  const requestedRecords = recordHandler && recordsOf && withRecordsPerUser(recordHandler, recordsOf);
  const { generateResponse, preload } = createLazyResponseGenerator(contract, requestedRecords, {
    dynamic,
    seed,
    streamItems: options.streamItems,
    madeUp,
    loadEngine: options.loadEngine,
  });
  const { contract: served, tokenEndpoints } =
    proxy === undefined ? await withTokenEndpoints(contract) : { contract, tokenEndpoints: new Set<Operation>() };
  const scenario = createScenario(rulesForMount(prefix, storage.rules), served, createRuleStates(storage.records));
  const authorizations = findAuthorizations(contract, code);
  const login = createLoginService({
    ...{ contract: served, prefix, seed, madeUp, configured: tokens, givenRecords: records },
    ...{ records: storage.records, lifetimeMs: options.tokenLifetimeMs, now: options.now },
    ...{
      tokenEndpoints,
      issuesCodes: authorizations.paths.length + authorizations.operations.size > 0,
      allowsHost: options.allowsHost,
      runExclusive,
      openCollection: (name) => recordHandler?.openCollection(name),
    },
  });
  return {
    prefix,
    contract: served,
    recordHandler,
    recordsOf,
    handle:
      proxy === undefined
        ? serveAuthorization(
            createHandler(served, {
              tokens: auth ? tokens : undefined,
              generateResponse,
              login,
              hasRecordsPerUser: recordsPerUser,
              repeated: stateless ? undefined : createRepeatedRequests({ contract, ...recordOptions }),
              scenario,
              code,
              mount: prefix,
              prepareCallbacks:
                options.sendsCallbacks === true
                  ? createCallbackPreparer(contract, {
                      madeUp,
                      time: () => currentTime({ records: storage.records, seed }),
                    })
                  : undefined,
            }),
            { ...authorizations, mount: prefix, respond: login.authorize },
          )
        : proxy.handlerFor(contract, { generateResponse, scenario, mount: prefix }),
    preload: proxy === undefined ? preload : async () => undefined,
  };
}

/** Those that the document only names, and those of its operations that redirect. */
function findAuthorizations(
  contract: Contract,
  code: CodeOptions | undefined,
): Pick<AuthorizationEndpoints, 'paths' | 'operations'> {
  const operations = contract.operations.filter(
    (operation) =>
      isAuthorizationUrl(contract, operation) &&
      operation.responses.some(isRedirection) &&
      code?.handlers.has(operation) !== true,
  );
  return { paths: undeclaredEndpoints(contract).authorizations, operations: new Set(operations) };
}

function findRecords(
  contract: Contract,
  shared: RecordHandler,
  { recordsPerUser, ...options }: RecordHandlerOptions & { readonly recordsPerUser: boolean },
): RecordsOfOwner {
  return recordsPerUser ? createPerUserRecords(contract, shared, options) : () => shared;
}

/** Where users may provide records. */
function knownPaths(recordHandler: RecordHandler | undefined): readonly string[] {
  return recordHandler === undefined ? [] : [...recordHandler.collections, ...recordHandler.otherPaths];
}

/** Otherwise the records would be ignored silently. */
function assertKnownCollections(records: InitialRecords, mounted: readonly MountedContract[]): void {
  const unknown = Object.keys(records)
    .filter((name) => !mounted.some(({ recordHandler }) => recordHandler?.ownsCollection(name)))
    .map((name) => unknownCollection(name, mounted));
  const error = combineErrors(unknown);
  if (error !== undefined) throw error;
}

function unknownCollection(name: string, mounted: readonly MountedContract[]): KitError {
  const known = mounted.flatMap(({ recordHandler }) => knownPaths(recordHandler));
  const expected = known.length === 0 ? 'none (the mock server keeps no records)' : `one of ${known.join(', ')}`;
  return new KitError('record-invalid', `collection ${JSON.stringify(name)}: expected ${expected}`);
}

/** Operation ids are only unique within a contract, so rules that name a mount are hidden from the others. */
function rulesForMount(prefix: string, rules: RuleStore): RuleStore {
  return {
    ...rules,
    list: async () => (await rules.list()).filter(({ when }) => when?.mount === undefined || when.mount === prefix),
  };
}
