import type { Operation, SecurityScheme } from '../../../spec/contract.ts';
import { isClientError } from '../model/exchange.ts';
import { isChange } from '../request/credentials/place.ts';
import { createCounter, itemOf, type Ledger } from './ledger.ts';

/** The security schemes whose credentials were left out, replaced or damaged, and whether that was refused. */
export function securityLedger(operation: Operation): Ledger {
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
