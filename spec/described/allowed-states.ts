/** Which states an action is allowed in, as far as a sentence of the contract states it. */
import { escapeRegExp } from '../../sanitize.ts';
import { splitSentences } from '../model/sentences.ts';

export interface StateRule {
  /** The sentence, as in the contract. */
  readonly sentence: string;
  /** In another state of the contract, the action is a conflict. */
  readonly allows: ReadonlySet<string>;
  /**
   * The text does not mention the state that the action leads to except as its result, so that a repeated action is a
   * conflict by the sentence. It may still be meant as one without effect.
   */
  readonly excludesRepetition: boolean;
}

/**
 * Such as `Only draft orders can be placed.` or `Places a draft. Any other status is a conflict.` Each state that any
 * sentence mentions counts as allowed. Undefined when no sentence excludes the other states.
 */
export function findStateRule(
  text: string,
  { states, reached, noun }: { states: readonly string[]; reached: string | undefined; noun: string },
): StateRule | undefined {
  const allows = new Set(states.filter((state) => mentions(text, state)));
  if (allows.size === 0 || allows.size === states.length) return undefined;
  // `The order must be paid within a week` is no condition of its payment.
  const conditions = [...allows].filter((state) => state !== reached);
  if (conditions.length === 0) return undefined;
  const sentence = splitSentences(text).find((one) => excludesOthers(one, conditions, noun));
  if (sentence === undefined) return undefined;
  const excludesRepetition = !mentionsAsCondition(text, reached);
  // "Accepts a pending one, which is accepted then. Any other state is a conflict": also the state that it leads to.
  if (excludesRepetition && reached !== undefined && excludesAnyOther(sentence, noun)) allows.delete(reached);
  return { sentence: sentence.trim(), allows, excludesRepetition };
}

function excludesAnyOther(sentence: string, noun: string): boolean {
  const others = `any other (?:(?:\\p{L}+ )?(?:status|state)|${escapeRegExp(noun)})`;
  const rejection = '(?:conflict|rejected|error|409|fails?|not allowed)';
  return new RegExp(`\\b${others}\\b.*\\b${rejection}\\b`, 'iu').test(sentence);
}

/** `Accepts an invitation, which is accepted then`, `Its status is then cancelled`, `It becomes paid`: the result of an action. */
export function statesResult(text: string, reached: string | undefined): boolean {
  if (reached === undefined) return false;
  const state = `["'\`]?${wordPattern(reached)}["'\`]?`;
  const result = new RegExp(
    `\\b(?:which|and|it|that) (?:is|becomes) ${state} then\\b|\\b(?:(?:is|are) then|becomes?) (?:the )?${state}(?!\\p{L})`,
    'iu',
  );
  return splitSentences(text).some((sentence) => result.test(sentence) && !CONDITIONAL.test(sentence));
}

const CONDITIONAL = /\b(?:if|when|unless|may|might)\b/i;

/** Not `can be cancelled`, `which is cancelled then` or `Marks an order as cancelled`. */
function mentionsAsCondition(text: string, reached: string | undefined): boolean {
  if (reached === undefined) return true;
  // A state between the two words is a condition.
  const marking = '(?<=\\b(?:marks?|marked|flags?|records?|sets?) (?:[\\p{L}-]+ ){0,5})as';
  const result = new RegExp(
    `\\b(?:be|been|is|are|becomes?|then|to|${marking}) (?:then )?["'\`]?${wordPattern(reached)}`,
    'giu',
  );
  return mentions(text.replaceAll(result, ' '), reached);
}

/**
 * Such as `An order that is already cancelled is a conflict`, `It cannot be cancelled again`, or `Already cancelled` as the
 * description of 409: the action is allowed in every state but the one that it leads to.
 */
export function findRepetitionRule(
  { text, conflict }: { readonly text: string; readonly conflict: string },
  { states, reached }: { readonly states: readonly string[]; readonly reached: string | undefined },
): StateRule | undefined {
  if (reached === undefined) return undefined;
  const state = `["'\`]?${wordPattern(reached)}`;
  const already = new RegExp(
    `\\balready (?:been |in (?:the )?(?:state )?)?${state}\\b|\\b(?:is|are|was|been) ${state}["'\`]? already\\b`,
    'iu',
  );
  const sentence =
    splitSentences(text).find((one) => already.test(one) && REJECTION.test(one) && !NO_REJECTION.test(one)) ??
    splitSentences(text).find((one) => againPattern(reached).test(one)) ??
    splitSentences(conflict).find((one) => already.test(one) && !DENIAL.test(one));
  if (sentence === undefined) return undefined;
  return {
    sentence: sentence.trim(),
    allows: new Set(states.filter((state) => state !== reached)),
    excludesRepetition: true,
  };
}

/** `cannot be cancelled again`, `can be cancelled only once`; not `can only be cancelled once it is placed`. */
function againPattern(reached: string): RegExp {
  const state = `["'\`]?${wordPattern(reached)}["'\`]?`;
  const again = `(?:cannot|can't|can not|must not) be ${state} (?:again|twice|a second time)\\b`;
  const once = `(?:can|may) (?:only be ${state} once|be ${state} only once)(?=[.!;,)]|$)`;
  return new RegExp(`\\b(?:${again}|${once})`, 'iu');
}

const REJECTION = /\b(?:conflicts?|rejected|409|errors?|fails?|not allowed|cannot|can't|can not)\b/i;

/** "It is no error if it is already cancelled." */
const NO_REJECTION =
  /\b(?:no|not an?|never an?|without(?: an?)?|neither) (?:conflict|error|failure)|\bnot (?:rejected|fail)|\bidempotent|\bignored\b|\bnothing happens/i;

/** "No error if it is already cancelled." */
const DENIAL = /\b(?:no|not|never|without|unless|except|ignored|nothing|idempotent)\b/i;

function mentions(text: string, state: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d_-])${wordPattern(state)}s?(?![\\p{L}\\d_-])`, 'iu').test(text);
}

/** `in_transit` is also written `in transit`. */
function wordPattern(state: string): string {
  return escapeRegExp(state).replaceAll(/_|\\x2d|\\x20/g, '[-_ ]?');
}

function excludesOthers(sentence: string, states: readonly string[], noun: string): boolean {
  if (excludesAnyOther(sentence, noun)) return true;
  const state = `["'\`]?(?:${states.map(wordPattern).join('|')})`;
  const things = `(?:${escapeRegExp(noun)}(?:e?s)?|it|its|they)`;
  const link = `(?:(?:a|an|the|in|from|if|when|while|is|are|has|have|been|be|that|which|status|state|of|${things}) )*`;
  const patterns = [
    `(?<!\\bnot )\\bonly (?!be\\b)(?:for )?${link}${state}s?\\b`,
    `\\b${things} must (?:still )?be ${link}${state}\\b`,
  ];
  return patterns.some((pattern) => new RegExp(pattern, 'iu').test(sentence));
}
