import { isSecured, type Operation } from '../../../spec/model/contract.ts';
import { type Counter, createCounter, type ItemSeed, itemOf, type Ledger } from './ledger.ts';

/** The declared answers that were seen, and their media types. */
export function responsesLedger(operation: Operation): Ledger {
  const counter = createCounter();
  return {
    note({ response, media }) {
      if (response === undefined) return;
      counter.add(response.status, 'seen');
      if (media !== undefined) counter.add(`${response.status} ${media.range}`, 'seen');
    },
    read: () => [
      { kind: 'responses', items: statusSeeds(operation).map((seed) => itemOf(seed, counter)) },
      {
        kind: 'response media types',
        items: typeSeeds(operation, counter).map((seed) => itemOf(seed, counter)),
      },
    ],
  };
}

function statusSeeds(operation: Operation): readonly ItemSeed[] {
  return operation.responses.map(({ status, place }) => ({
    name: status,
    place,
    sides: { seen: whyUnseen(operation, status) },
  }));
}

function typeSeeds({ responses }: Operation, counter: Counter): readonly ItemSeed[] {
  return responses.flatMap(({ status, content }) =>
    content.map(({ range, place }) => ({
      name: `${status} ${range}`,
      place,
      sides: {
        seen:
          counter.of(status, 'seen') === 0
            ? `no ${status} was seen`
            : 'no answer that was looked into had it',
      },
    })),
  );
}

/** Statuses that say something of a request which is invalid in itself. */
const aboutInvalid = /^(400|406|413|414|415|422|4XX)$/;

function whyUnseen(operation: Operation, status: string): string {
  if (status === 'default') return 'every answer had a status that is declared by itself';
  if (status.startsWith('2')) return 'no request was answered with it';
  if (status === '401' || status === '403') {
    return isSecured(operation)
      ? 'no refusal was answered with it'
      : 'the operation takes requests without credentials';
  }
  if (status === '404' && operation.path.includes('{')) return 'no case asks for what is not there';
  if (aboutInvalid.test(status)) return 'no invalid request was answered with it';
  return 'nothing in the contract leads to it';
}
