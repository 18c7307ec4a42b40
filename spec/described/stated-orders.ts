/** Bounds of a range in a body whose wrong order a sentence rejects: no keyword can express it. */
import { memoize, memoizePair } from '../memoize.ts';
import { type BoundNames, boundPairs } from '../model/bound-names.ts';
import type { Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { findNamed, sentencesOf } from '../model/sentences.ts';
import { flattenSchema } from '../sampling/flatten-schema.ts';

/** `upper` has to be above `lower`, or may be equal. */
export interface StatedOrder {
  readonly lower: string;
  readonly upper: string;
  readonly allowsEqual: boolean;
  /** As in the contract. */
  readonly sentence: string;
}

/**
 * Such as `An event whose end is not after its start is rejected` of the operation, and `Must be after start` of a property
 * of its body. Only of names that are the bounds of a range, since all requests have those in order.
 */
export const statedOrders = memoizePair(({ description = '' }: Operation, body: Schema): readonly StatedOrder[] => {
  const properties = declaredProperties(body);
  const pairs = boundPairs([...properties.keys()]);
  if (pairs.length === 0) return [];
  const ofOperation = readSentences(description, properties, undefined);
  return pairs.flatMap((pair) => {
    const stated = orderOfProperties(body, pair) ?? ofOperation.find((one) => isOrderOf(one, pair));
    return stated === undefined ? [] : [stated];
  });
});

/** The order that the descriptions of the two properties state, whichever their names suggest. */
export function orderOfProperties(body: Schema, pair: BoundNames): StatedOrder | undefined {
  return ordersOfProperties(body).find(
    (one) => isOrderOf(one, pair) || isOrderOf(one, { lower: pair.upper, upper: pair.lower }),
  );
}

const ordersOfProperties = memoize((body: Schema): readonly StatedOrder[] => {
  const properties = declaredProperties(body);
  return [...properties].flatMap(([name, schema]) =>
    readSentences(flattenSchema(schema).description ?? '', properties, name),
  );
});

function isOrderOf(order: BoundNames, { lower, upper }: BoundNames): boolean {
  return order.lower === lower && order.upper === upper;
}

/** `subject`: the property that the text describes; undefined where it describes the operation. */
function readSentences(
  text: string,
  properties: ReadonlyMap<string, Schema>,
  subject: string | undefined,
): readonly StatedOrder[] {
  // "The end may be left out, or be before the start in another year."
  if (EXCEPTION.test(text)) return [];
  return sentencesOf(text).flatMap((sentence) => {
    const found = readRejection(sentence, properties) ?? readDuty(sentence, properties, subject);
    return found === undefined ? [] : [{ ...found, sentence }];
  });
}

const EXCEPTION =
  /\b(?:except|unless|may be (?:equal|the same|before|after|earlier|later)|ignored|swapped|reordered)\b/i;

const RELATION =
  '((?:(?:on|at) or )?(?:not |no )?(?:strictly )?(?:before|after|earlier than|later than|less than|greater than|above|below|at least|at most)(?: or equal to)?)';
const NAME = '(?:(?:its|the) )?([`"\']?[\\w-]+[`"\']?)';

const rejections = [
  `^.*\\b(?:whose|where|if|when) ${NAME} is ${RELATION} ${NAME},? (?:is|are) rejected(?: with (?:status )?\\d+)?$`,
  `^(?:rejected|it is rejected|they are rejected)(?: with (?:status )?\\d+)?,? (?:if|when|where) ${NAME} is ${RELATION} ${NAME}$`,
].map((form) => new RegExp(form, 'i'));

/** The order that is rejected, turned round. */
function readRejection(sentence: string, properties: ReadonlyMap<string, Schema>) {
  for (const pattern of rejections) {
    const [, first, relation, second] = pattern.exec(sentence) ?? [];
    const rejected = orderOf(first, relation, second, properties);
    if (rejected !== undefined)
      return { lower: rejected.upper, upper: rejected.lower, allowsEqual: !rejected.allowsEqual };
  }
  return undefined;
}

const duty = new RegExp(`^${NAME} (?:must|has to|needs to|shall) be ${RELATION} ${NAME}$`, 'i');
const ownDuty = new RegExp(`^(?:it )?(?:must|has to|needs to|shall) be ${RELATION} ${NAME}$`, 'i');

function readDuty(sentence: string, properties: ReadonlyMap<string, Schema>, subject: string | undefined) {
  const [, first, relation, second] = duty.exec(sentence) ?? [];
  const [, ownRelation, other] = (subject !== undefined && ownDuty.exec(sentence)) || [];
  return orderOf(first, relation, second, properties) ?? orderOf(subject, ownRelation, other, properties);
}

function orderOf(
  first: string | undefined,
  relation: string | undefined,
  second: string | undefined,
  properties: ReadonlyMap<string, Schema>,
): Pick<StatedOrder, 'lower' | 'upper' | 'allowsEqual'> | undefined {
  const [one, other] = [first, second].map((name) => name && findNamed(name, properties.keys()));
  const words = relation?.toLowerCase().replace('strictly ', '');
  if (one === undefined || other === undefined || one === '' || other === '' || words === undefined) return undefined;
  const isNegated = /^(?:not|no) /.test(words);
  const isAbove = /after|later|greater|above|least/.test(words) !== isNegated;
  // "At least" allows the bound; what is "not after" it may be equal.
  const allowsEqual = /\bor\b|least|most/.test(words) !== isNegated;
  return isAbove ? { lower: other, upper: one, allowsEqual } : { lower: one, upper: other, allowsEqual };
}
