/** Days that calendars of implementations get wrong: 29 February, and days before the beginning of Unix time. */

import { allowsValue } from '../cases/shared/allowed-changes.ts';
import { findKeywordPlace } from '../cases/shared/keyword-place.ts';
import { freshBodyWith, type MutationPoint, mutationPoints } from '../cases/shared/mutation-points.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { FreshValues, ToleratedResponse } from '../model/request-spec.ts';
import type { Sequence, Step } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec, withFreshUuids } from '../request/build-request-spec.ts';
import { adaptFreshValues, createSequenceCase } from '../request/create-case.ts';

/** For each date, or date and time, that may be any day. */
export function* calendarCases(baseline: BaselineRequest): Generator<TestCase> {
  const { body, isVerbatim, parameters } = baseline;
  // Where each request uses up a record, its path has a placeholder.
  const isSingleUse = parameters.some(({ serialized }) => serialized !== undefined);
  if (body === undefined || isVerbatim || isSingleUse) return;
  for (const point of mutationPoints(body)) yield* casesAt(baseline, point);
}

function* casesAt(baseline: BaselineRequest, point: MutationPoint): Generator<TestCase> {
  const suffix = daySuffixes.get(point.flat.format ?? '');
  if (suffix === undefined || typeof point.value !== 'string') return;
  const days = [EARLY_DAY, ...leapYears.flat()].map((day) => `${day}${suffix}`);
  if (!days.every((day) => allowsValue(point, day))) return;
  yield createSequenceCase(
    baseline,
    {
      category: 'lifecycles',
      name: `${point.name}/days of the calendar`,
      topic: `${point.name} days of the calendar`,
      expectation: 'accept',
      mutation: `${point.name} is one day of the calendar after the other`,
      place: findKeywordPlace(point.schema, 'format'),
      constantPart: 'text',
    },
    calendarSequence(baseline, point, suffix),
  );
}

const daySuffixes: ReadonlyMap<string, string> = new Map([
  ['date', ''],
  ['date-time', 'T12:00:00Z'],
]);

/** Its time since 1970 is negative, which a division rounds in the other direction. */
const EARLY_DAY = '1969-07-20';

/** The days before and after, and 29 February, of a past and a future year: neither is on a weekend. */
const leapYears = [
  ['2024-02-28', '2024-03-01', '2024-02-29'],
  ['2028-02-28', '2028-03-01', '2028-02-29'],
] as const;

function calendarSequence(baseline: BaselineRequest, point: MutationPoint, suffix: string): Sequence {
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(given) {
      const fresh = adaptFreshValues(baseline, given);
      const stepFor = (day: string) => dayStep(baseline, point, `${day}${suffix}`, fresh);
      yield { ...stepFor(EARLY_DAY), tolerated: toleratesDay };
      for (const [before, after, leapDay] of leapYears) {
        const around = [];
        for (const day of [before, after])
          around.push(statusOf(yield { ...stepFor(day), expectation: 'unspecified' as const }) ?? 0);
        // An implementation that accepts both days has no rule that only the day between them violates.
        if (!around.every(isSuccess)) continue;
        yield stepFor(leapDay);
        return;
      }
    },
  };
}

function dayStep(baseline: BaselineRequest, point: MutationPoint, day: string, fresh: FreshValues): Step {
  return {
    operation: baseline.operation,
    requestSpec: withFreshUuids(jsonRequestSpec(baseline, freshBodyWith(point, day, fresh)), fresh),
    description: `${point.name} is ${day}`,
  };
}

/** It may have to be in the future. */
const toleratesDay: readonly ToleratedResponse[] = (['declared client error', 400, 409, 422] as const).map(
  (status) => ({
    status,
    reason: 'the day may be outside a range that the contract does not state',
    isExpected: true,
  }),
);
