/** What the sentences of a contract say about the records that belong to a deleted one. */
import { escapeRegExp } from '../../sanitize.ts';
import { memoize, memoizeString } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';
import { splitSentences } from '../model/sentences.ts';
import { successResponses } from './record-views.ts';

interface Belonging {
  /** The name of the collection of the deleted record, as in its path: `customers`. */
  readonly owners: string;
  /** The name of the collection of what belongs to it: `orders`. */
  readonly dependents: string;
  /** The path of the deleted record contains them, so that all its contents include them. */
  readonly isNested: boolean;
}

/**
 * Whether the deletion says that it deletes them too: `Deletes the customer and all orders of the customer`. Sentences
 * with a condition, a negation or another verb are not understood, and so say nothing.
 */
export function statesDeletion(operations: readonly Operation[], remove: Operation, belonging: Belonging): boolean {
  const { owners, dependents, isNested } = belonging;
  if (owners === '' || dependents === '') return false;
  const unqualified = unqualifiedSentences(remove);
  if (unqualified.length === 0) return false;
  const mentions = new RegExp(`${nounPattern(dependents)}${isNested ? `|${contents}|recursively` : ''}`, 'i');
  const sentences = unqualified.filter((sentence) => mentions.test(sentence));
  // Nearly all contracts have no such sentence.
  if (sentences.length === 0) return false;
  const patterns = deletionPatterns(operations, belonging);
  return sentences.some((sentence) => patterns.some((pattern) => pattern.test(sentence)));
}

/** Of a deletion; read again for each kind of record. */
const unqualifiedSentences = memoize((remove: Operation): readonly string[] =>
  [remove.description ?? '', ...successResponses(remove).map(({ description }) => description)]
    .flatMap(splitSentences)
    .filter((sentence) => !qualification.test(sentence)),
);

const qualification =
  /\b(?:not|\w+n't|never|nor?|cannot|without|unless|except|only|but|until|if|when|while|once|fails?|reject\w*|forbidden|conflicts?|409|must|empty|keep\w*|kept|remain\w*|stays?|mov(?:e|es|ed)|archiv\w*|detach\w*|unlink\w*|orphan\w*|anonym\w*|transfer\w*|reassign\w*|instead|option\w*|may|can|might|should|soft\w*|later|eventual\w*|async\w*|background|after|mark\w*|restor\w*|recover\w*|undelete\w*)\b/i;

function deletionPatterns(
  operations: readonly Operation[],
  { owners, dependents, isNested }: Belonging,
): readonly RegExp[] {
  const dependent = nounPattern(dependents);
  const others = [owners, ...collectionNames(operations)].map(nounPattern).join('|');
  const words = `(?:[\\s,]+(?:${fillers}|${others})(?:['’]s)?)*[\\s,]+`;
  const verb = '(?:delet|remov|eras|destroy|purg)\\w*';
  const patterns = [
    `\\b${verb}${words}${dependent}(?![\\w-])`,
    `\\b${dependent}${words}(?:is|are|gets?) (?:also |too |automatically |permanently )?${verb}`,
    `\\bcascad\\w* to${words}${dependent}(?![\\w-])`,
    ...(isNested ? [`\\b${verb}${words}${contents}\\b`, `\\b${verb} (?:\\w+ ){0,4}recursively\\b`] : []),
  ];
  return patterns.map((pattern) => new RegExp(pattern, 'i'));
}

const contents = '(?:everything (?:in|inside|below|under|within)|contents?|children|descendants|sub-?resources)';

const fillers =
  'a|an|the|this|that|one|its|their|his|her|all|any|every|each|both|also|too|permanently|of|in|with|and|including|together|along|as|well|plus|records?|items?|data|related|associated|corresponding|child|nested|existing|given|whole|entire';

/** `lineItems` and `line-items` are also written `line items` and `line item`. */
const nounPattern = memoizeString((name) => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').split(/[-_]/);
  const last = words.at(-1) ?? '';
  const isPlural = last.length > 2 && last.endsWith('s');
  const stem = last.endsWith('ies')
    ? `${escapeRegExp(last.slice(0, -3))}(?:y|ies)`
    : `${escapeRegExp(isPlural ? last.slice(0, -1) : last)}s?`;
  return [...words.slice(0, -1).map((word) => escapeRegExp(word)), stem].join('[-_ ]?');
});

/** The last part of each path before a parameter. */
function collectionNames(operations: readonly Operation[]): readonly string[] {
  const names = operations.flatMap(({ path }) =>
    [...path.matchAll(/([^/{}]+)\/\{[^/{}]+\}/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

/** Whether a 404 or 410 of the operation says that this record of its path does not exist: `Folder or file not found`. */
export function namesMissingOwner({ responses }: Operation, owners: string): boolean {
  const owner = nounPattern(owners);
  const patterns = [
    `\\b(?:unknown|missing|no such|no|deleted|non-?existent) ${owner}(?![\\w-])`,
    `\\b${owner}(?:(?:,| or| and| nor) (?:the )?\\w+)* (?:(?:is|was|does|do|could|can|are|has|have) ?)?(?:not|n't|no longer)(?: be)? (?:found|exists?|there|known)\\b`,
    `\\b${owner}(?:(?:,| or| and| nor) (?:the )?\\w+)* (?:is|was|are|has been) (?:unknown|missing|deleted)\\b`,
  ].map((pattern) => new RegExp(pattern, 'i'));
  return responses.some(
    ({ status, description }) =>
      (status === '404' || status === '410') && patterns.some((pattern) => pattern.test(description)),
  );
}
