/** What the sentences of a contract say about the contents that an operation accepts. */
import type { Operation } from '../model/contract.ts';

export interface StatedContents {
  /** The number of bytes that are accepted; undefined where the contract does not say. */
  readonly maxBytes: number | undefined;
  /** "Which may be none." */
  readonly mayBeEmpty: boolean;
}

export function statedContents({ description = '' }: Operation): StatedContents {
  const [, amount, unit = ''] = LIMIT.exec(description) ?? [];
  const factor = factors.get(unit.toLowerCase());
  const maxBytes = amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
  return { maxBytes, mayBeEmpty: MAY_BE_EMPTY.test(description) };
}

/** "A file has at most 1 MiB." */
const LIMIT =
  /\b(?:at most|up to|not? (?:more|larger|bigger) than|maximum(?: size)?(?: of| is|:)?|limited to)\s+(\d{1,9})\s?(bytes|kb|kib|mb|mib|gb|gib)\b/i;

/** A thousand, where the unit may mean that: then fewer bytes are certain. */
const factors: ReadonlyMap<string, number> = new Map([
  ['bytes', 1],
  ['kb', 1_000],
  ['kib', 1_024],
  ['mb', 1_000_000],
  ['mib', 1_048_576],
  ['gb', 1_000_000_000],
  ['gib', 1_073_741_824],
]);

const MAY_BE_EMPTY =
  /\bmay (?:also )?be (?:none|empty)\b|\bcan be empty\b|\bempty (?:content|body|bodies|files?) (?:is|are) (?:allowed|accepted|valid)\b/i;

/** The sentence that says that a content is read exactly as it was written: `Stores the text without any change.` */
export function unchangedSentence(operations: readonly Operation[]): string | undefined {
  return operations
    .flatMap(({ description = '' }) => description.split(/(?<=[.!?;])\s+|\n+/))
    .find((sentence) => UNCHANGED.test(sentence) && !QUALIFIED.test(sentence));
}

const UNCHANGED =
  /\b(?:(?:stor|keep|kept|sav|return|serv|deliver)\w*\b[^.]*\b(?:without (?:any )?(?:changes?|modifications?)|unchanged|unmodified|verbatim|byte (?:for|by) byte)|exactly as (?:it|they) (?:was|were) (?:written|sent|uploaded|stored|received)|as (?:it|they) (?:was|were) (?:written|sent|uploaded))\b/i;

/** Other sentences than a plain statement are not understood. */
const QUALIFIED =
  /\b(?:not|\w+n't|never|without (?:being )?stor\w*|except|unless|may|might|can|should|usually|normali[sz]\w*|trim\w*|convert\w*|but|apart|if|when)\b/i;
