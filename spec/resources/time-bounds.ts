/**
 * Query parameters of a list that are bounds of a date or a time, where a sentence says which property they bound and
 * whether they are included: `from` with "Only events that start at this time or later".
 */
import { escapeRegExp } from '../../sanitize.ts';
import type { Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';

export interface TimeBound {
  readonly parameter: Parameter;
  readonly property: string;
  /** `from` and `to` are included, `before` is not. */
  readonly comparison: 'from' | 'to' | 'before';
}

export function findTimeBounds(
  queryParameters: readonly Parameter[],
  properties: ReadonlyMap<string, Schema>,
): readonly TimeBound[] {
  return queryParameters
    .filter(({ content }) => content.length === 0)
    .flatMap((parameter): readonly TimeBound[] => {
      const format = temporalFormat(parameter.schema);
      const text = `${parameter.description ?? ''} ${parameter.schema?.description ?? ''}`;
      const comparison = format === undefined ? undefined : statedComparison(text);
      const ofFormat = [...properties].filter(([, schema]) => temporalFormat(schema) === format);
      const [property, ...others] = ofFormat.map(([name]) => name).filter((name) => isNamedIn(text, name));
      return comparison === undefined || property === undefined || others.length > 0
        ? []
        : [{ parameter, property, comparison }];
    });
}

function temporalFormat(schema: Schema | undefined): string | undefined {
  const formats = schema === undefined ? [] : [schema, ...schema.allOf].map(({ format }) => format);
  return formats.find((format) => format === 'date' || format === 'date-time');
}

const THIS = '(?:this|that|the given) (?:time|date|day|instant|moment|point in time)';

/** An exclusive lower bound is left out: a shown time may be rounded down to the bound. */
function statedComparison(text: string): TimeBound['comparison'] | undefined {
  const stated = comparisonForms.filter(([, form]) => form.test(text)).map(([comparison]) => comparison);
  return stated.length === 1 ? stated[0] : undefined;
}

const comparisonForms: readonly (readonly [TimeBound['comparison'], RegExp])[] = [
  [
    'from',
    new RegExp(`\\b(?:at|on) ${THIS},? or (?:later|after)\\b|\\b(?:at|on) or after ${THIS}|\\bnot before ${THIS}`, 'i'),
  ],
  [
    'to',
    new RegExp(
      `\\b(?:at|on) ${THIS},? or (?:earlier|before)\\b|\\b(?:at|on) or before ${THIS}|\\bnot after ${THIS}`,
      'i',
    ),
  ],
  ['before', new RegExp(`(?<!\\b(?:or|not) )\\bbefore ${THIS}`, 'i')],
];

/** `start` by "start" or "starts", `createdAt` by "created", `startsOn` by "starts", `arrival` by "arrive". */
function isNamedIn(text: string, property: string): boolean {
  const [word = ''] = property.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z\d]+/);
  const stem = word
    .toLowerCase()
    .replace(/s$/, '')
    .replace(/(?<=arriv)al$|(?<=depart)ure$/, '');
  return stem.length > 2 && new RegExp(`\\b${escapeRegExp(stem)}(?:s|es?|ed|ing|als?|ures?)?\\b`, 'i').test(text);
}
