/** All requests of the differential: every kind for every operation of a contract, in rounds, from a seed. */
import { createHash } from 'node:crypto';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { type BaselineParts, contentTypeOf, createBaseline, writtenBody } from './baseline-request.ts';
import { bodyKinds } from './kinds/bodies.ts';
import { credentialKinds } from './kinds/credentials.ts';
import type { ProbeKind } from './kinds/kind.ts';
import { parameterKinds } from './kinds/parameters.ts';
import { pathKinds } from './kinds/paths.ts';
import { preferenceKinds } from './kinds/preferences.ts';
import { validKinds } from './kinds/valid.ts';
import type { Probe } from './probe.ts';
import { createRandom, type Random } from './random.ts';

export const kinds: readonly ProbeKind[] = [
  ...validKinds,
  ...bodyKinds,
  ...credentialKinds,
  ...parameterKinds,
  ...pathKinds,
  ...preferenceKinds,
];

/** The number of tries per contract of a kind that may crash Prism, which takes a second to restart. */
const RISKY_TRIES = 2;

export function generate(name: string, contract: Contract, rounds: number): readonly Probe[] {
  const tries = new Map<string, number>();
  const probes: Probe[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const operation of contract.operations) {
      for (const kind of kinds) {
        const random = randomFor([name, round, operation.id, kind.name]);
        const baseline = kind.make(createBaseline(operation, typeIn(operation, random)), random);
        const tried = tries.get(kind.name) ?? 0;
        if (baseline === undefined || (kind.isRisky === true && tried >= RISKY_TRIES)) continue;
        tries.set(kind.name, tried + 1);
        probes.push(probeOf(name, kind, baseline));
      }
    }
  }
  return probes;
}

/** An added or removed kind does not change the others. */
function randomFor(parts: readonly (string | number)[]): Random {
  return createRandom(createHash('sha256').update(parts.join(' ')).digest().readUInt32BE());
}

function typeIn({ requestBody }: Operation, random: Random): string | undefined {
  return requestBody === undefined ? undefined : random.pick(requestBody.content).range;
}

export function probeOf(contract: string, kind: ProbeKind, baseline: BaselineParts): Probe {
  const body = writtenBody(baseline);
  const query = baseline.query.length === 0 ? '' : `?${baseline.query.join('&')}`;
  const type =
    body === undefined || baseline.type === undefined ? {} : { 'Content-Type': contentTypeOf(baseline.type) };
  const cookies = baseline.cookies.length === 0 ? {} : { Cookie: baseline.cookies.join('; ') };
  return {
    contract,
    kind: kind.name,
    method: baseline.method,
    target: `${baseline.path}${query}`,
    headers: { ...type, ...cookies, ...baseline.headers },
    body,
    operation: baseline.operation,
    expectedStatus: kind.expectedStatus,
    isRisky: kind.isRisky === true,
  };
}
