/** Compares how long responses took at the end of a run with its start: a note, since no contract says how long they may take. */
import { type Exchange, isSuccess, statusOf } from '../model/exchange.ts';

export interface Latency {
  record(operationId: string, exchange: Exchange): void;
  /** One line for each operation that became much slower. `delay`: by how much the verifier was late. */
  describe(delay: (exchange: LatencySample) => number): readonly string[];
}

/** The times of an exchange, in milliseconds. */
export interface LatencySample {
  readonly operationId: string;
  readonly sentAt: number;
  readonly ms: number;
}

export function createLatency(): Latency {
  const samples: LatencySample[] = [];
  return {
    record(operationId, exchange) {
      const { sentAt, ms, limitedAttempts } = exchange;
      // A response after another attempt, or a rejection, takes another time.
      if (sentAt === undefined || limitedAttempts !== undefined || !isSuccess(statusOf(exchange) ?? 0)) return;
      samples.push({ operationId, sentAt, ms });
    },
    describe: (delay) => describeSlowdown(samples, delay),
  };
}

/** Of one operation, in the first and in the last tenth of a run. */
const MIN_SAMPLES = 10;
const MAX_SAMPLES = 200;
const MIN_FACTOR = 5;
/** Below it, a busy machine makes as much of a difference. */
const MIN_DIFFERENCE_MS = 50;

function describeSlowdown(
  samples: readonly LatencySample[],
  delay: (sample: LatencySample) => number,
): readonly string[] {
  const tenth = Math.floor(samples.length / 10);
  const [atStart, atEnd] = [samples.slice(0, tenth), samples.slice(samples.length - tenth)].map((part) =>
    Map.groupBy(part, ({ operationId }) => operationId),
  );
  return [...(atEnd ?? [])].flatMap(([operationId, last]) => {
    const first = atStart?.get(operationId) ?? [];
    if (Math.min(first.length, last.length) < MIN_SAMPLES) return [];
    const [before, after] = [first, last].map((part) =>
      median(part.slice(0, MAX_SAMPLES).map((one) => Math.max(one.ms - delay(one), 0))),
    );
    if (before === undefined || after === undefined || after - before < MIN_DIFFERENCE_MS) return [];
    const factor = Math.round(after / Math.max(before, 1));
    if (factor < MIN_FACTOR) return [];
    return [
      `${operationId} became slower: its responses took ${Math.round(after)} ms at the end of the run, ${factor} times as long as at its start (medians). Does it search data that grows, or is there a limit that slows requests down?`,
    ];
  });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
