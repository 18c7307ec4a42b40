/** Coverage of the contract: which parts the checked exchanges covered, and why the others were not covered. */
import type { Contract, Operation, SecurityScheme, Unsupported } from '../../../spec/model/contract.ts';
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  OperationCoverage,
  RejectionCoverage,
} from '../../report/coverage.ts';
import type { CheckContext } from '../checks/check.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import { isCredentialChange } from '../request/credentials/apply-credentials.ts';
import { type CoverageGroupCounter, createCoverageItem, createVariantCounter } from './group-counter.ts';
import { parameterCounter } from './parameters.ts';
import { requestBodyCounter } from './request-bodies.ts';
import { requestMediaTypeCounter } from './request-media-types.ts';
import { responseBodyCounter, responseCounter } from './responses.ts';

/** Records exchanges during a run. */
export interface CoverageCounter {
  /** Called for every checked exchange. Keeps counts, never requests or responses. */
  record(context: CheckContext): void;
  read(): Coverage;
}

/** Creates a counter without exchanges. */
export function createCoverage(contract: Contract): CoverageCounter {
  const { operations } = contract;
  const unsupported = unsupportedGroups(contract);
  const countersByOperation = new Map(
    operations.map((operation) => [operation, createOperationCounters(operation)] as const),
  );
  return {
    record(context) {
      const counters = countersByOperation.get(context.testCase.operation);
      if (counters === undefined) return;
      counters.exchanges++;
      counters.rejections.record(context);
      for (const groupCounter of counters.groups) groupCounter.record(context);
    },
    read: () => ({
      operations: [...countersByOperation].map(([operation, counters]) =>
        readOperationCounters(operation, counters, unsupported),
      ),
    }),
  };
}

interface OperationCounters {
  exchanges: number;
  readonly rejections: RejectionCounter;
  readonly groups: readonly CoverageGroupCounter[];
}

function createOperationCounters(operation: Operation): OperationCounters {
  const groupCounters = [
    responseCounter,
    parameterCounter,
    requestMediaTypeCounter,
    requestBodyCounter,
    responseBodyCounter,
    securityCounter,
  ];
  return {
    exchanges: 0,
    rejections: createRejectionCounter(),
    groups: groupCounters.map((createGroup) => createGroup(operation)),
  };
}

function readOperationCounters(
  { id }: Operation,
  { exchanges, rejections, groups: groupCounters }: OperationCounters,
  unsupported: ReadonlyMap<string, CoverageGroup>,
): OperationCoverage {
  const groups = groupCounters.flatMap((groupCounter) => groupCounter.read()).filter(({ items }) => items.length > 0);
  const unsupportedGroup = unsupported.get(id);
  return {
    operation: id,
    exchanges,
    rejections: rejections.read(),
    groups: unsupportedGroup === undefined ? groups : [...groups, unsupportedGroup],
  };
}

interface RejectionCounter {
  record(context: CheckContext): void;
  read(): RejectionCoverage;
}

function createRejectionCounter(): RejectionCounter {
  const counts = { reject: { responses: 0, rejected: 0 }, deny: { responses: 0, rejected: 0 } };
  return {
    record({ testCase: { expectation }, response }) {
      if (response === undefined || (expectation !== 'reject' && expectation !== 'deny')) return;
      counts[expectation].responses++;
      const { status } = response;
      if (expectation === 'reject' ? isClientError(status) : !isSuccess(status)) counts[expectation].rejected++;
    },
    read: () => ({ invalidRequests: { ...counts.reject }, invalidCredentials: { ...counts.deny } }),
  };
}

/** The security schemes whose credentials were omitted, replaced or changed, and whether that was rejected. */
function securityCounter(operation: Operation): CoverageGroupCounter {
  const counter = createVariantCounter();
  return {
    record({ requestSpec: { credentials }, response }) {
      if (!isCredentialChange(credentials)) return;
      counter.add(credentials.scheme.name, 'tried');
      if (response !== undefined && isClientError(response.status)) counter.add(credentials.scheme.name, 'rejected');
    },
    read() {
      const schemes = new Set(operation.security.flatMap((one) => one.schemes));
      const items = [...schemes].map((scheme) => {
        const variants = {
          tried: reasonNotTried(operation, scheme),
          rejected: 'no invalid credential was rejected',
        };
        return createCoverageItem({ name: scheme.name, place: scheme.place, variants }, counter);
      });
      return [{ kind: 'security schemes', items }];
    },
  };
}

function reasonNotTried({ security }: Operation, { type }: SecurityScheme): string {
  if (type === 'mutualTLS') return 'client certificates are not tested';
  return security.some(({ schemes }) => schemes.length === 0)
    ? 'the operation accepts requests without credentials'
    : 'no case changes its credential';
}

/** The unsupported parts of the document by operation, each once. */
function unsupportedGroups({ unsupported = [] }: Contract): ReadonlyMap<string, CoverageGroup> {
  const unsupportedGroup = unsupported.filter(({ operation }) => operation !== undefined);
  const byOperation = Map.groupBy(unsupportedGroup, ({ operation }) => operation ?? '');
  return new Map(
    [...byOperation].map(([id, notes]) => [id, { kind: 'unsupported parts', items: unsupportedItems(notes) }] as const),
  );
}

function unsupportedItems(notes: readonly Unsupported[]): readonly CoverageItem[] {
  const same = Map.groupBy(notes, ({ what, effect }) => `${what}: ${effect}`);
  return [...same.values()].flatMap((places) => {
    const [first] = places;
    return first === undefined ? [] : [unsupportedItem(first, places.length)];
  });
}

function unsupportedItem({ what, effect, place }: Unsupported, places: number): CoverageItem {
  return {
    name: places === 1 ? what : `${what} (${places} places)`,
    place,
    counts: { supported: 0 },
    missing: [{ variant: 'supported', reason: effect }],
  };
}
