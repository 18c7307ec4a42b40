/** Coverage of the contract: what of it the judged exchanges have tried, and why the rest was not. */
import type { Contract, Operation, SecurityScheme, Unsupported } from '../../../spec/model/contract.ts';
import type {
  Coverage,
  CoverageGroup,
  CoverageItem,
  Demands,
  OperationCoverage,
} from '../../report/coverage.ts';
import type { Judged } from '../checks/check.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import { isChange } from '../request/credentials/place.ts';
import { createCounter, itemOf, type Ledger } from './ledger.ts';
import { parametersLedger } from './parameters.ts';
import { requestBodiesLedger } from './request-bodies.ts';
import { requestMediaLedger } from './request-media.ts';
import { responseBodiesLedger, responsesLedger } from './responses.ts';

/** Takes note of exchanges while a run goes on. */
export interface CoverageCounter {
  /** For every judged exchange. Keeps counts, never what was sent or received. */
  note(judged: Judged): void;
  read(): Coverage;
}

/** With nothing tried. */
export function createCoverage(contract: Contract): CoverageCounter {
  const { operations } = contract;
  const unsupported = unsupportedGroups(contract);
  const books = new Map(operations.map((operation) => [operation, openBook(operation)] as const));
  return {
    note(judged) {
      const book = books.get(judged.case.operation);
      if (book === undefined) return;
      book.exchanges++;
      book.demands.note(judged);
      for (const ledger of book.ledgers) ledger.note(judged);
    },
    read: () => ({
      operations: [...books].map(([operation, book]) => readBook(operation, book, unsupported)),
    }),
  };
}

interface Book {
  exchanges: number;
  readonly demands: DemandCounter;
  readonly ledgers: readonly Ledger[];
}

function openBook(operation: Operation): Book {
  const ledgers = [
    responsesLedger,
    parametersLedger,
    requestMediaLedger,
    requestBodiesLedger,
    responseBodiesLedger,
    securityLedger,
  ];
  return { exchanges: 0, demands: createDemands(), ledgers: ledgers.map((open) => open(operation)) };
}

function readBook(
  { id }: Operation,
  { exchanges, demands, ledgers }: Book,
  unsupported: ReadonlyMap<string, CoverageGroup>,
): OperationCoverage {
  const groups = ledgers.flatMap((ledger) => ledger.read()).filter(({ items }) => items.length > 0);
  const own = unsupported.get(id);
  return {
    operation: id,
    exchanges,
    demands: demands.read(),
    groups: own === undefined ? groups : [...groups, own],
  };
}

interface DemandCounter {
  note(judged: Judged): void;
  read(): Demands;
}

function createDemands(): DemandCounter {
  const counts = { reject: { answered: 0, kept: 0 }, refuse: { answered: 0, kept: 0 } };
  return {
    note({ case: { expectation }, answer }) {
      if (answer === undefined || (expectation !== 'reject' && expectation !== 'refuse')) return;
      counts[expectation].answered++;
      const { status } = answer;
      if (expectation === 'reject' ? isClientError(status) : !isSuccess(status)) counts[expectation].kept++;
    },
    read: () => ({ reject: { ...counts.reject }, refuse: { ...counts.refuse } }),
  };
}

/** The security schemes whose credentials were left out, replaced or damaged, and whether that was refused. */
function securityLedger(operation: Operation): Ledger {
  const counter = createCounter();
  return {
    note({ draft: { credentials }, answer }) {
      if (!isChange(credentials)) return;
      counter.add(credentials.scheme.name, 'tried');
      if (answer !== undefined && isClientError(answer.status))
        counter.add(credentials.scheme.name, 'refused');
    },
    read() {
      const schemes = new Set(operation.security.flatMap((one) => one.schemes));
      const items = [...schemes].map((scheme) => {
        const sides = { tried: whyNotTried(operation, scheme), refused: 'no wrong credential was refused' };
        return itemOf({ name: scheme.name, place: scheme.place, sides }, counter);
      });
      return [{ kind: 'security schemes', items }];
    },
  };
}

function whyNotTried({ security }: Operation, { type }: SecurityScheme): string {
  if (type === 'mutualTLS') return 'certificates are not tried';
  return security.some(({ schemes }) => schemes.length === 0)
    ? 'the operation takes requests without credentials'
    : 'no case changes its credential';
}

/** By operation: what its part of the document says and this kit does not act upon, each once. */
function unsupportedGroups({ unsupported = [] }: Contract): ReadonlyMap<string, CoverageGroup> {
  const own = unsupported.filter(({ operation }) => operation !== undefined);
  const byOperation = Map.groupBy(own, ({ operation }) => operation ?? '');
  return new Map(
    [...byOperation].map(
      ([id, notes]) => [id, { kind: 'unsupported parts', items: itemsOf(notes) }] as const,
    ),
  );
}

function itemsOf(notes: readonly Unsupported[]): readonly CoverageItem[] {
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
    seen: { 'acted upon': 0 },
    missing: [{ side: 'acted upon', why: effect }],
  };
}
