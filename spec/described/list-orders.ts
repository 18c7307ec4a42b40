/** The order of a list without a sort parameter: `Newest orders first.`, `Sorted by number, ascending.`, or a default. */
import { memoizePair } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { CONDITION, findNamed, sentencesOf } from '../model/sentences.ts';
import { listParameters } from '../resources/list-parameters.ts';
import { successResponses } from '../resources/record-views.ts';
import { flattenSchema } from '../sampling/flatten-schema.ts';

export interface ListOrder {
  readonly property: string;
  /** Undefined where the contract does not say which. */
  readonly direction: 'up' | 'down' | undefined;
  /** As in the contract. */
  readonly sentence: string;
}

/** Undefined where the contract states none, or several. `item`: the schema of the records. */
export const findListOrder = memoizePair((operation: Operation, item: Schema): ListOrder | undefined => {
  const byDefault = orderByDefault(operation, item);
  if (byDefault !== undefined) return byDefault;
  const texts = [operation.description, ...successResponses(operation).map(({ description }) => description)];
  const orders = texts
    .flatMap((text) => sentencesOf(text ?? ''))
    .flatMap((sentence) => readOrder(sentence, item) ?? []);
  const [order, ...others] = orders;
  return others.every((other) => other.property === order?.property) ? order : undefined;
});

/** Of the parameters `sort` and `order`. */
function orderByDefault(operation: Operation, item: Schema): ListOrder | undefined {
  const { sort, order } = listParameters(operation, item);
  const { default: given, enum: values = [] } = sort?.schema === undefined ? {} : flattenSchema(sort.schema);
  const value = given?.value;
  if (sort === undefined || typeof value !== 'string') return undefined;
  const [, sign = '', name = '', end = ''] = /^([+-]?)(\w+?)(?:[ :_.,]?(asc|desc))?$/i.exec(value) ?? [];
  const property = [...declaredProperties(item).keys()].find((one) => one === name);
  if (property === undefined) return undefined;
  const other = order?.schema === undefined ? undefined : flattenSchema(order.schema).default?.value;
  const word = end === '' && typeof other === 'string' ? other : end;
  const hasOpposite = values.includes(`-${name}`);
  const isDown = sign === '-' || /^desc/i.test(word);
  const isUp = sign === '+' || /^asc/i.test(word) || hasOpposite;
  return { property, direction: isDown ? 'down' : isUp ? 'up' : undefined, sentence: `${sort.name}: default ${value}` };
}

function readOrder(sentence: string, item: Schema): ListOrder | undefined {
  const text = sentence.replace(WITHOUT_SORT, ' ').trim();
  if (CONDITION.test(text) || SEVERAL.test(text) || (text.match(/\bfirst\b/gi) ?? []).length > 1) return undefined;
  const named = orderByName(text, item);
  if (named !== undefined) return { ...named, sentence };
  const [, word = ''] = AGE.exec(text) ?? [];
  const moment = word === '' || BY_NAME.test(text) ? undefined : findCreationTime(item);
  if (moment === undefined) return undefined;
  return { property: moment, direction: /^(?:oldest|earliest)/i.test(word) ? 'up' : 'down', sentence };
}

const WITHOUT_SORT =
  /^(?:without (?:a |the )?[`"]?\w+[`"]?(?: parameter)?|by default)\b,?|,? unless (?:a |the )?[`"]?\w+[`"]? (?:says otherwise|is (?:given|sent|set))/i;

/** `Sorted by name or price`, `Pinned ones, then the newest first`, `can be sorted by name`. */
const SEVERAL = /\b(?:or|can|could|then|pinned|unread|relevan\w*|score|random\w*|grouped|not|reverse)\b/i;

const AGE = /\b(newest|latest|most recent|oldest|earliest)\b(?:\s+[\p{L}-]+){0,2}?\s+first\b/iu;

const NAME = '(?:its |their |the )?[`"]?([a-z]\\w*(?: [a-z]\\w*)?)[`"]?';
const BY_NAME = new RegExp(`\\b(?:sorted|ordered) by ${NAME}(?=[,.;:)]|$| in | asc| desc)`, 'i');
const IN_ORDER_OF = new RegExp(`\\bin (?:the |ascending |descending )?order of ${NAME}(?=[,.;:)]|$)`, 'i');

function orderByName(text: string, item: Schema): Pick<ListOrder, 'property' | 'direction'> | undefined {
  const names = declaredProperties(item).keys();
  const [sorted, inOrder] = [BY_NAME.exec(text)?.[1], IN_ORDER_OF.exec(text)?.[1]];
  const property = findNamed(sorted ?? inOrder ?? '', names);
  if (property === undefined) return undefined;
  if (/\bdescending\b|\b(?:newest|latest|largest|highest)\b.* first\b/i.test(text))
    return { property, direction: 'down' };
  const isUp = inOrder !== undefined || /\bascending\b|\b(?:oldest|earliest|smallest|lowest)\b.* first\b/i.test(text);
  return { property, direction: isUp ? 'up' : undefined };
}

/** The only time that says how old a record is: with another one, such as `publishedAt`, that one may be meant. */
function findCreationTime(item: Schema): string | undefined {
  const times = [...declaredProperties(item)].filter(
    ([name, schema]) => /^date/.test(flattenSchema(schema).format ?? '') && !NO_AGE.test(name),
  );
  const [[name = ''] = [], ...others] = times;
  return others.length === 0 && /^(?:created|added|registered|inserted|recorded)/i.test(name) ? name : undefined;
}

const NO_AGE = /updat|modif|chang|edit|delet|birth|expir|due|until|end/i;
