/** Removes the records that the run created, except for those that its findings show: commands that send them again need them. */
import { pluralize } from '../../../spec/validation/violation.ts';
import type { Finding } from '../../finding/finding.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { RemovableRecord } from '../session/own-records.ts';
import type { Session } from '../session/session.ts';
import type { Triage } from '../triage/triage.ts';
import { orderedConcurrentMap } from './ordered-concurrent-map.ts';

export interface RecordRemoval {
  /** Can be called several times. Sends nothing when the run cannot go on. */
  remove(): Promise<void>;
  /** Lines for the report. */
  describe(): readonly string[];
}

/** After so many failures in sequence of one operation, the next one would fail too. */
const MAX_FAILURES = 3;

/** `isOver`: there is no time left. */
export function createRecordRemoval(session: Session, triage: Triage, isOver: () => boolean): RecordRemoval {
  const failures = new Map<string, number>();
  const failed = new Map<RemovableRecord, string>();
  let [removed, kept] = [0, 0];
  return {
    async remove() {
      const shown = shownPaths(triage.findings());
      const records = session.ownRecords.remaining().filter((record) => !failed.has(record));
      const removable = records.filter(({ path }) => !shown.has(path));
      kept = records.length - removable.length;
      const depths = Map.groupBy(removable, ({ path }) => path.split('/').length);
      // Those below a record first.
      for (const depth of [...depths.keys()].toSorted((a, b) => b - a)) await removeAll(depths.get(depth) ?? []);
    },
    describe() {
      const left = session.ownRecords.remaining().length - kept - failed.size;
      const [first] = failed;
      const reason = first === undefined ? '' : `, such as ${first[0].path}: ${first[0].deletion.id} ${first[1]}`;
      return [
        ...(removed === 0 ? [] : [`removed ${pluralize(removed, 'record')} that the run created`]),
        ...(kept === 0
          ? []
          : [`kept ${pluralize(kept, 'record')} of the run, since findings show ${kept === 1 ? 'it' : 'them'}`]),
        ...(first === undefined ? [] : [`not removed: ${pluralize(failed.size, 'record')} of the run${reason}`]),
        ...(left <= 0 ? [] : [`not removed: ${pluralize(left, 'record')} of the run, since it could not go on`]),
      ];
    },
  };

  async function removeAll(records: readonly RemovableRecord[]): Promise<void> {
    const options = {
      concurrency: session.target.concurrency,
      currentConcurrency: session.currentConcurrency,
      isMostlyWaiting: () => false,
      resultBytes: () => 0,
      isStopped: () =>
        session.unreachableReason() !== undefined || session.access.lostReason() !== undefined || isOver(),
    };
    for await (const _done of orderedConcurrentMap(records, removeOne, options));
  }

  async function removeOne(record: RemovableRecord): Promise<void> {
    const { deletion: operation, path } = record;
    const failuresBefore = failures.get(operation.id) ?? 0;
    if (failuresBefore >= MAX_FAILURES) return void failed.set(record, 'rejects others too');
    const requestSpec = { path, headers: [], body: undefined, value: undefined, credentials: 'right' } as const;
    const exchange = await session.send({ operation }, requestSpec);
    const status = statusOf(exchange);
    // A record that is not found any more was deleted together with another one.
    const isDeleted = status !== undefined && (isSuccess(status) || status === 404 || status === 410);
    failures.set(operation.id, isDeleted ? 0 : failuresBefore + 1);
    if (!isDeleted) return void failed.set(record, status === undefined ? 'gets no response' : `gets ${status}`);
    session.ownRecords.forget(record);
    if (isSuccess(status)) removed++;
  }
}

/** The paths in the requests of findings, and those above them. */
export function shownPaths(findings: readonly Pick<Finding, 'evidence'>[]): ReadonlySet<string> {
  const texts = findings.flatMap(({ evidence }) =>
    evidence === undefined ? [] : [evidence.request.url, evidence.curl, ...(evidence.steps ?? [])],
  );
  const paths = texts.flatMap((text) => text.match(/\/[^\s"'?#]+/g) ?? []);
  return new Set(paths.flatMap(parts));
}

/** Each sequence of segments: the base URL may have a path. */
function parts(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  return segments.flatMap((_, from) =>
    segments.slice(from).map((_one, length) => `/${segments.slice(from, from + length + 1).join('/')}`),
  );
}
