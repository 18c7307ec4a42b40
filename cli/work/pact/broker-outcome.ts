/** The end of a verification through a broker: what became of each pact, and the exit code. */
import type { ToldPact } from '../../../contracts/pact/broker/outcome.ts';
import type { BrokerVerificationResult } from '../../../contracts/pact/broker/verify-from-broker.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { visible } from '../../../text.ts';

/** `exitCode` is that of the interactions. Throws what is wrong beside them, once all is told. */
export function concluded(result: BrokerVerificationResult, exitCode: 0 | 1 | 2): 0 | 1 | 2 {
  for (const pact of result.pacts) process.stderr.write(`${visible(pactLine(pact))}\n`);
  if (result.failure !== undefined) throw result.failure;
  if (result.pacts.length === 0)
    process.stderr.write('the broker has no pacts to verify, which --allow-no-pacts expects\n');
  return exitCode;
}

/** Beside what a machine reads of the interactions. */
export function brokerData({ pacts, failure }: BrokerVerificationResult): JsonObject {
  return {
    pacts: pacts.map(({ name, file, isPending, isWip, published, refused }) => ({
      name,
      url: file ?? null,
      pending: isPending,
      wip: isWip,
      published: published ?? null,
      refused: refused ?? null,
    })),
    failure: failure === undefined ? null : `${failure.title}: ${failure.detail}`,
  };
}

function pactLine({ name, isPending, isWip, published, refused }: ToldPact): string {
  const kind = isWip ? ' (work in progress)' : isPending ? ' (pending)' : '';
  const end =
    refused === undefined
      ? published === undefined
        ? 'no result published'
        : `published as ${published}`
      : `not verified: ${refused}`;
  return `${name}${kind}: ${end}`;
}
