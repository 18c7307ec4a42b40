/** Filters that are members of an object: `filter[status]=open`, `where={"shelf":7}`. */
import { canonicalJson, type Json } from '../../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { listParameters, type MemberFilter } from '../../../../spec/resources/list-parameters.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListQueryFilter, ListShape } from '../../model/list-query.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { matchesFilterValue } from './filter-values.ts';
import { type FilterProbe, filterComparison } from './filters.ts';
import { getMember } from './list-shape.ts';

/** Of each parameter. */
const MAX_MEMBERS = 4;

/** Each member alone, and two of them that no record meets together. */
export function memberFilterProbes(
  list: BaselineRequest,
  { item }: ListShape,
  whole: readonly Json[],
): readonly FilterProbe[] {
  const { memberFilters } = listParameters(list.operation, item);
  const optional = memberFilters.filter(({ parameter }) => !parameter.required);
  return [...Map.groupBy(optional, ({ parameter }) => parameter).values()].flatMap((members) => {
    const comparable = members.slice(0, MAX_MEMBERS).flatMap((member, index): readonly ComparedMember[] => {
      const property = declaredProperties(item).get(member.property);
      const comparison = comparisonOf(member, filterComparison(member, property));
      return comparison === undefined ? [] : [{ ...member, index, comparison }];
    });
    const alone = comparable.flatMap((member) => memberProbe([member], whole));
    return [...alone, ...pairProbes(comparable, whole)];
  });
}

interface ComparedMember extends MemberFilter {
  readonly index: number;
  readonly comparison: ListQueryFilter['comparison'];
}

/** A number may be a bound, unless the contract says that the records have this value. */
function comparisonOf(
  { parameter: { description = '', schema, content } }: MemberFilter,
  comparison: ListQueryFilter['comparison'] | undefined,
): ListQueryFilter['comparison'] | undefined {
  const text = `${description} ${(schema ?? content[0]?.schema)?.description ?? ''}`;
  return comparison === 'bound' && HAVE_VALUES.test(text) ? 'exact' : comparison;
}

const HAVE_VALUES = /\b(?:have|has|with) (?:exactly |all (?:of )?|both )?(?:these|those|the given) values?\b/i;

/** With the values of the first record that has them; the last member is the one that is checked. */
function memberProbe(members: readonly ComparedMember[], whole: readonly Json[]): readonly FilterProbe[] {
  const record = whole.find((one) =>
    members.every(
      ({ property, schema }) =>
        isFilterValue(getMember(one, property)) && isValid(schema, getMember(one, property) ?? null, 'request'),
    ),
  );
  if (record === undefined) return [];
  return probeFor(
    members.map((member) => ({ ...member, value: getMember(record, member.property) ?? null })),
    record,
  );
}

/** Some implementations interpret other characters as a list or a pattern. */
function isFilterValue(value: Json | undefined): boolean {
  if (typeof value === 'string') return /^[\p{L}\p{N}][\p{L}\p{N} _/-]*$/u.test(value);
  return value !== undefined && value !== null && typeof value !== 'object';
}

type ChosenMember = ComparedMember & { readonly value: Json };

function probeFor(chosen: readonly ChosenMember[], record: Json | undefined): readonly FilterProbe[] {
  const checked = chosen.at(-1);
  if (checked === undefined) return [];
  const { parameter, property, value, comparison } = checked;
  // In the order of the contract, whichever is checked: implementations may apply the first or the last one alone.
  const members = chosen.toSorted((a, b) => a.index - b.index);
  const sent = Object.fromEntries(members.map((one) => [one.property, one.value]));
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  if (schema === undefined || !isValid(schema, sent, 'request')) return [];
  return [
    { property, member: property, value, comparison, record, parameterValue: { parameter, value: sent }, more: [] },
  ];
}

/** The value of one record, and that of another one which the first does not meet: both members have to be applied. */
function pairProbes(members: readonly ComparedMember[], whole: readonly Json[]): readonly FilterProbe[] {
  // A number that is a bound, or a flag, may include other records.
  const isCertain = ({ comparison }: ComparedMember) => comparison === 'exact' || comparison === 'substring';
  const pairs = members
    .filter(isCertain)
    .flatMap((checked) => members.filter((other) => other !== checked).map((other) => [other, checked] as const));
  return pairs.slice(0, MAX_PAIRS).flatMap(([other, checked]) => {
    const shown = whole.filter((one) =>
      [other, checked].every(({ property }) => isFilterValue(getMember(one, property))),
    );
    const values = new Map(shown.map((one) => [canonicalJson(getMember(one, checked.property) ?? null), one]));
    const first = shown[0];
    const second = [...values.values()].find((one) => first !== undefined && !isMetBy(checked, one, first));
    if (first === undefined || second === undefined) return [];
    return probeFor(
      [
        { ...other, value: getMember(first, other.property) ?? null },
        { ...checked, value: getMember(second, checked.property) ?? null },
      ],
      undefined,
    );
  });
}

const MAX_PAIRS = 2;

function isMetBy({ property, comparison }: ComparedMember, source: Json, record: Json): boolean {
  return matchesFilterValue({ comparison, value: getMember(source, property) ?? null }, getMember(record, property));
}
