/** All requests of the differential: every kind for every operation of a contract, in rounds, from a seed. */
import { createHash } from 'node:crypto';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { bodyKinds } from './kinds/bodies.ts';
import { credentialKinds } from './kinds/credentials.ts';
import type { Kind } from './kinds/kind.ts';
import { parameterKinds } from './kinds/parameters.ts';
import { pathKinds } from './kinds/paths.ts';
import { validKinds } from './kinds/valid.ts';
import { wishKinds } from './kinds/wishes.ts';
import { createRandom, type Random } from './random.ts';
import type { Probe } from './request.ts';
import { contentTypeOf, type Twin, twinOf, writtenBody } from './twin.ts';

export const kinds: readonly Kind[] = [
  ...validKinds,
  ...bodyKinds,
  ...credentialKinds,
  ...parameterKinds,
  ...pathKinds,
  ...wishKinds,
];

/** A kind that Prism may die of is tried so often for each contract: it takes a second to start again. */
const RISKY_TRIES = 2;

export function generate(name: string, contract: Contract, rounds: number): readonly Probe[] {
  const tries = new Map<string, number>();
  const probes: Probe[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const operation of contract.operations) {
      for (const kind of kinds) {
        const random = randomFor([name, round, operation.id, kind.name]);
        const twin = kind.make(twinOf(operation, typeIn(operation, random)), random);
        const tried = tries.get(kind.name) ?? 0;
        if (twin === undefined || (kind.isRisky === true && tried >= RISKY_TRIES)) continue;
        tries.set(kind.name, tried + 1);
        probes.push(probeOf(name, kind, twin));
      }
    }
  }
  return probes;
}

/** A kind more or less changes nothing in the others. */
function randomFor(parts: readonly (string | number)[]): Random {
  return createRandom(createHash('sha256').update(parts.join(' ')).digest().readUInt32BE());
}

function typeIn({ requestBody }: Operation, random: Random): string | undefined {
  return requestBody === undefined ? undefined : random.pick(requestBody.content).range;
}

export function probeOf(contract: string, kind: Kind, twin: Twin): Probe {
  const body = writtenBody(twin);
  const query = twin.query.length === 0 ? '' : `?${twin.query.join('&')}`;
  const type =
    body === undefined || twin.type === undefined ? {} : { 'Content-Type': contentTypeOf(twin.type) };
  const cookies = twin.cookies.length === 0 ? {} : { Cookie: twin.cookies.join('; ') };
  return {
    contract,
    kind: kind.name,
    method: twin.method,
    target: `${twin.path}${query}`,
    headers: { ...type, ...cookies, ...twin.headers },
    body,
    operation: twin.operation,
    demands: kind.demands,
    isRisky: kind.isRisky === true,
  };
}
