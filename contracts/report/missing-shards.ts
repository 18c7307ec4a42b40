/** Parts of a split run whose report is not there, in the words in which a report tells of them. */
import type { Shard } from '../conformance/running/shard.ts';

/** `shard 2 of 3 is missing` */
export function missingShardText({ index, of }: Shard): string {
  return `shard ${index} of ${of} is missing`;
}

/** Those that a report names. */
export function missingShards(unattempted: readonly string[]): readonly Shard[] {
  return unattempted.flatMap((what) => {
    const [, index, of] = /^shard (\d+) of (\d+) is missing$/.exec(what) ?? [];
    return index === undefined ? [] : [{ index: Number(index), of: Number(of) }];
  });
}
