/** What becomes of properties that a request leaves out, as a sentence of its operation says. */
import { memoize } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';
import { CONDITION, sentencesOf } from '../model/sentences.ts';

export interface StatedOmissions {
  /** They get the `default` of their schema. */
  readonly getDefaults: boolean;
  /** Those without a default have no value any more. */
  readonly areRemoved: boolean;
}

/** Such as `An optional property that is left out gets its default, or is removed.` */
export const statedOmissions = memoize(({ description = '' }: Operation): StatedOmissions => {
  const statements = sentencesOf(description).flatMap((sentence) => {
    const [, statement] = CONDITION.test(sentence) ? [] : (OMITTED.exec(sentence) ?? []);
    return statement === undefined || /\b(?:not|never|no|keeps?|kept|unchanged)\b/i.test(statement) ? [] : [statement];
  });
  return {
    getDefaults: statements.some((one) => GETS_DEFAULT.test(one)),
    areRemoved: statements.some((one) => IS_REMOVED.test(one)),
  };
});

const OMITTED =
  /^(?:(?:an?|each|every|all|any) )?(?:optional )?(?:propert(?:y|ies)|fields?|settings?|members?|attributes?|values?|options?) (?:(?:that|which) (?:is|are) )?(?:left out|omitted|not sent|missing|absent) (.+)$/i;

const GETS_DEFAULT =
  /\b(?:gets?|takes?|(?:is|are) (?:re)?set to) (?:its|their|the) (?:declared )?defaults?(?: values?)?\b/i;

const IS_REMOVED = /(?:^|\bor )(?:(?:is|are) )?(?:removed|deleted|cleared|unset)\b/i;
