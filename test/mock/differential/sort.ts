/** Every difference under its cause. */
import type { Cause } from './causes/cause.ts';
import { causes } from './causes/index.ts';
import { type Aspect, aspectsOf, type Pair } from './compare.ts';

export interface Sorted {
  /** Requests that differ for this cause among others, by cause. */
  readonly explained: ReadonlyMap<Cause, readonly Pair[]>;
  readonly unexplained: readonly Difference[];
  /** How many requests were answered alike. */
  readonly same: number;
  /** Answers of ours that contract and RFCs do not demand. */
  readonly wrong: readonly Pair[];
}

export interface Difference {
  readonly aspect: Aspect;
  readonly pair: Pair;
}

export function sortDifferences(pairs: readonly Pair[]): Sorted {
  const differences = pairs.map((pair) => ({ pair, aspects: aspectsOf(pair) }));
  const flat = differences.flatMap(({ pair, aspects }) => aspects.map((aspect) => ({ aspect, pair })));
  const known = flat.map((one) => ({
    ...one,
    cause: causes.find((cause) => cause.explains(one.aspect, one.pair)),
  }));
  return {
    explained: new Map(
      causes.map((cause) => [
        cause,
        [...new Set(known.filter((one) => one.cause === cause).map(({ pair }) => pair))],
      ]),
    ),
    unexplained: known.filter(({ cause }) => cause === undefined),
    same: differences.filter(({ aspects }) => aspects.length === 0).length,
    wrong: pairs.filter((pair) => !meetsDemand(pair)),
  };
}

function meetsDemand({ probe: { demands }, ours }: Pair): boolean {
  if (demands === 0) return ours.outcome === 'answered';
  return demands < 10 ? Math.floor(ours.status / 100) === demands : ours.status === demands;
}

/** `POST /plants 400 -> 422 body (a required property missing)` */
export function describeDifference({ aspect, pair }: Difference): string {
  const { probe, ours, prisms } = pair;
  const body = probe.body === undefined ? '' : ` ${probe.body.toString('utf8').slice(0, 80)}`;
  return `${probe.contract}: ${probe.method} ${probe.target}${body} (${probe.kind}): ${aspect}: Prism ${prisms.status} ${prisms.text.slice(0, 200)}, ours ${ours.status} ${ours.text.slice(0, 200)}`;
}
