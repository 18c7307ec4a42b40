/** Groups differences by their cause. */
import type { Cause } from './causes/cause.ts';
import { causes } from './causes/index.ts';
import { type Aspect, aspectsOf, type ResponsePair } from './compare.ts';

export interface ClassifiedDifferences {
  /** Requests that differ for this cause, possibly among others, by cause. */
  readonly explained: ReadonlyMap<Cause, readonly ResponsePair[]>;
  readonly unexplained: readonly Difference[];
  /** The number of requests with the same response. */
  readonly same: number;
  /** Our responses that contract and RFCs do not allow. */
  readonly wrong: readonly ResponsePair[];
}

export interface Difference {
  readonly aspect: Aspect;
  readonly pair: ResponsePair;
}

export function classifyDifferences(pairs: readonly ResponsePair[]): ClassifiedDifferences {
  const differences = pairs.map((pair) => ({ pair, aspects: aspectsOf(pair) }));
  const flat = differences.flatMap(({ pair, aspects }) => aspects.map((aspect) => ({ aspect, pair })));
  const classified = flat.map((one) => ({
    ...one,
    cause: causes.find((cause) => cause.explains(one.aspect, one.pair)),
  }));
  return {
    explained: new Map(
      causes.map((cause) => [
        cause,
        [...new Set(classified.filter((one) => one.cause === cause).map(({ pair }) => pair))],
      ]),
    ),
    unexplained: classified.filter(({ cause }) => cause === undefined),
    same: differences.filter(({ aspects }) => aspects.length === 0).length,
    wrong: pairs.filter((pair) => !hasExpectedStatus(pair)),
  };
}

function hasExpectedStatus({ probe: { expectedStatus }, mockResponse }: ResponsePair): boolean {
  if (expectedStatus === 0) return mockResponse.outcome === 'completed';
  return expectedStatus < 10
    ? Math.floor(mockResponse.status / 100) === expectedStatus
    : mockResponse.status === expectedStatus;
}

/** `POST /plants 400 -> 422 body (a required property missing)` */
export function describeDifference({ aspect, pair }: Difference): string {
  const { probe, mockResponse, prismResponse } = pair;
  const body = probe.body === undefined ? '' : ` ${probe.body.toString('utf8').slice(0, 80)}`;
  return `${probe.contract}: ${probe.method} ${probe.target}${body} (${probe.kind}): ${aspect}: Prism ${prismResponse.status} ${prismResponse.text.slice(0, 200)}, ours ${mockResponse.status} ${mockResponse.text.slice(0, 200)}`;
}
