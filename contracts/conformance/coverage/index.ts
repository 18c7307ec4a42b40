/** Coverage of the contract: what of it the judged exchanges have tried, and why the rest was not. */
import type { Contract, Operation } from '../../../spec/contract.ts';
import type { Judged } from '../checks/check.ts';
import type { Coverage, CoverageGroup, Demands, OperationCoverage } from '../model/coverage.ts';
import { isClientError, isSuccess } from '../model/exchange.ts';
import type { Ledger } from './ledger.ts';
import { parametersLedger } from './parameters.ts';
import { requestBodiesLedger } from './request-bodies.ts';
import { requestMediaLedger } from './request-media.ts';
import { responseBodiesLedger } from './response-bodies.ts';
import { responsesLedger } from './responses.ts';
import { securityLedger } from './security.ts';
import { unsupportedGroups } from './unsupported.ts';

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
