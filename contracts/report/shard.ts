/** The parts of a split run, and the words in which a report tells of those whose own report is not there. */

/** The part numbered `index`, from 1, of `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

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
