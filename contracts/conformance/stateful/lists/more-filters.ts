/** Further values of filters: two filters at once, ids of no record, inclusive bounds, and searches for a part of a text. */
import { compareNumbers, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { findRangeFilters, type RangeFilter } from '../../../../spec/resources/range-filters.ts';
import { findsAnyCase, findsParts } from '../../../../spec/resources/search-sentences.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { swapCase } from '../../request/values/alternative-values.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';
import { matchesFilterValue } from './filter-values.ts';
import { type FilterProbe, filterProbes, hasFilterValue } from './filters.ts';
import { getMember } from './list-shape.ts';
import { timeBoundProbes } from './time-bounds.ts';

/** Of each kind. */
const MAX_PROBES = 3;

export function moreFilterProbes(
  list: BaselineRequest,
  shape: ListShape,
  whole: readonly Json[],
): readonly FilterProbe[] {
  const probes = filterProbes(list, shape, whole);
  return [
    ...pairProbes(probes, whole),
    ...neighbourProbes(probes),
    ...inclusiveBoundProbes(list, shape, whole),
    ...searchProbes(probes, whole),
    ...timeBoundProbes(list, shape, whole),
  ];
}

/** Two filters select what both select: a record of the list meets the first one alone. */
function pairProbes(probes: readonly FilterProbe[], whole: readonly Json[]): readonly FilterProbe[] {
  // A flag that is true may include other records.
  const isCertain = ({ comparison, value }: FilterProbe) =>
    comparison === 'exact' || (comparison === 'flag' && value === false);
  const pairs = probes.filter(isCertain).flatMap((probe) =>
    probes
      .filter(({ property, comparison }) => property !== probe.property && comparison !== 'bound')
      .filter((other) =>
        whole.some((record) => matches(other, record) && !matches(probe, record) && shows(record, probe.property)),
      )
      .slice(0, 1)
      .map((other) => {
        // Text that only contains the value need not be found.
        const record = whole.find((one) => hasFilterValue(other, one) && hasFilterValue(probe, one));
        return { ...probe, record, more: [other.parameterValue] };
      }),
  );
  return pairs.slice(0, MAX_PROBES);
}

function matches(probe: FilterProbe, record: Json): boolean {
  const shown = getMember(record, probe.property);
  return shown !== undefined && matchesFilterValue(probe, shown);
}

function shows(record: Json, property: string): boolean {
  const shown = getMember(record, property);
  return shown !== undefined && shown !== null && typeof shown !== 'object';
}

/** The next number after an id, which the list does not show: as a double it may be equal. */
function neighbourProbes(probes: readonly FilterProbe[]): readonly FilterProbe[] {
  const ids = probes.filter(({ property, value }) => isIdentifier(property) && isInteger(value));
  return [...new Map(ids.map((probe) => [probe.property, probe])).values()]
    .slice(0, MAX_PROBES)
    .flatMap(({ parameterValue: { parameter }, property, value }) => {
      const seen = new Set(ids.map((one) => String(one.value)));
      const id = BigInt(String(value));
      const [other] = [id - 1n, id + 1n, id + 1_000_003n]
        .filter((one) => !seen.has(String(one)) && isAllowed(parameter, toNumber(one)))
        .toSorted((a, b) => Number(Number(b) === Number(id)) - Number(Number(a) === Number(id)));
      if (other === undefined) return [];
      const number = toNumber(other);
      return [
        {
          property,
          value: number,
          comparison: 'exact',
          record: undefined,
          parameterValue: { parameter, value: number },
        },
      ];
    });
}

function isInteger(value: Json): boolean {
  return (typeof value === 'number' && Number.isSafeInteger(value)) || typeof value === 'bigint';
}

function toNumber(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function isAllowed({ schema }: Parameter, value: Json): boolean {
  return schema !== undefined && isValid(schema, value, 'request');
}

/** A bound that a record has, where the contract says that the bound is included. */
function inclusiveBoundProbes(
  { operation }: BaselineRequest,
  { item }: ListShape,
  whole: readonly Json[],
): readonly FilterProbe[] {
  const queries = operation.parameters.filter(({ in: where, required }) => where === 'query' && !required);
  // The parameter may have another unit, such as euros in place of cents.
  const filters = findRangeFilters(queries, declaredProperties(item)).filter(
    ({ hasExtraWord, parameter }) => !hasExtraWord && isInclusive(parameter),
  );
  return filters.slice(0, MAX_PROBES).flatMap((filter): readonly FilterProbe[] => {
    const { property, side } = filter;
    const other = filters.find((one) => one.property === property && one.side !== side);
    const records = whole.filter((one) => isNumeric(getMember(one, property)));
    const countEqual = (value: Json | undefined) =>
      records.filter((one) => compare(getMember(one, property), value) === 0).length;
    const sign = side === 'from' ? -1 : 1;
    // With both bounds the list has only the records with that value: the rarest one.
    const [record] = records.toSorted((a, b) => {
      const [one, two] = [getMember(a, property), getMember(b, property)];
      return other === undefined ? sign * compare(one, two) : countEqual(one) - countEqual(two);
    });
    const value = record === undefined ? undefined : getMember(record, property);
    if (value === undefined) return [];
    if (other === undefined) return boundProbe({ property, value, record, comparison: side }, [filter]);
    return side === 'to' ? [] : boundProbe({ property, value, record, comparison: 'exact' }, [filter, other]);
  });
}

/** The same value in each of the bounds; those that are members of one parameter are sent in one object. */
function boundProbe(
  probe: Omit<FilterProbe, 'parameterValue' | 'more'>,
  bounds: readonly RangeFilter[],
): readonly FilterProbe[] {
  const byParameter = Map.groupBy(bounds, ({ parameter }) => parameter);
  const [first, ...more] = [...byParameter].map(([parameter, parts]) => {
    const members = parts.flatMap(({ member }) => (member === undefined ? [] : [[member, probe.value] as const]));
    return { parameter, value: members.length === 0 ? probe.value : Object.fromEntries(members) };
  });
  const isEachAllowed = [first, ...more].every((one) => one !== undefined && isAllowed(one.parameter, one.value));
  if (first === undefined || !isEachAllowed) return [];
  return [{ ...probe, parameterValue: first, ...(more.length > 0 && { more }) }];
}

function compare(one: Json | undefined, other: Json | undefined): number {
  return isNumeric(one) && isNumeric(other) ? compareNumbers(one, other) : 0;
}

/** Its name alone, such as `min`, leaves it open; `gte` does not. */
function isInclusive({ name, description, schema }: Parameter): boolean {
  const text = `${description ?? ''} ${(schema && flattenSchema(schema).description) ?? ''}`;
  if (/\bexclusive|\bexcluded|\bstrictly\b/i.test(text)) return false;
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  const isStated =
    /\bat (?:least|most)\b|\binclusive(?:ly)?\b|\bboth included\b|\bor (?:more|less|equal)\b|\bor equal to\b|>=|<=|≥|≤/i;
  return isStated.test(text) || /(?:^|[^a-z])(?:gte|lte)(?:$|[^a-z])/.test(words);
}

/** A part of a text, and another case, where the contract says that the search finds them. */
function searchProbes(probes: readonly FilterProbe[], whole: readonly Json[]): readonly FilterProbe[] {
  return probes
    .filter(({ comparison, record }) => comparison === 'substring' && record !== undefined)
    .filter(({ property }, index, all) => all.findIndex((one) => one.property === property) === index)
    .slice(0, MAX_PROBES)
    .flatMap((probe) => {
      const { parameter } = probe.parameterValue;
      const { property } = probe;
      const texts = whole.map((record) => getMember(record, property)).filter((text) => typeof text === 'string');
      const rare = (text: string) => texts.filter((other) => other.toLowerCase().includes(text.toLowerCase())).length;
      const [text] = texts
        .filter((one) => /^\w+(?:[ -]\w+)*$/.test(one) && one.length > MIN_SEARCHED)
        .toSorted((a, b) => rare(a) - rare(b));
      if (text === undefined) return [];
      const record = whole.find((one) => getMember(one, property) === text);
      return [
        ...(findsAnyCase(parameter) ? [swapCase(text)] : []),
        ...(findsParts(parameter, property) ? [text.slice(2).trim()] : []),
      ]
        .filter((value) => value !== text && isAllowed(parameter, value))
        .map((value) => ({ ...probe, value, record, parameterValue: { parameter, value } }));
    });
}

/** Implementations may ignore searches for very short texts. */
const MIN_SEARCHED = 5;
