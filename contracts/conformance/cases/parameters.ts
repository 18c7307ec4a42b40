import { isJsonObject } from '../../../spec/json/exact-json.ts';
import type { Operation, Parameter, Place } from '../../../spec/model/contract.ts';
import { changedItem } from '../../../spec/resources/changed-item.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isUnambiguous } from '../../../spec/wire/parameter-styles.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { isValueOfIdenticalPath } from '../request/identical-paths.ts';
import { isOnceOnly } from '../request/parameters/once-only-values.ts';
import type { ParameterValue } from '../request/parameters/serialize-parameters.ts';
import { isKnownToBeValid, parameterToText, validValue } from '../request/parameters/serialize-parameters.ts';
import { swapCase } from '../request/values/alternative-values.ts';
import { headerVariants } from './parameters/header-lines.ts';
import {
  isArbitraryText,
  isPageNumber,
  isPagePosition,
  parameterProbes,
  probeValue,
} from './parameters/parameter-probes.ts';
import {
  type ParameterProbe,
  toleratesMadeUpPosition,
  toleratesMissingRecord,
  toleratesPageBeyondEnd,
  toleratesUnusualValue,
  toleratesUsedValue,
} from './parameters/probe.ts';
import { nameSuffixProbes, recordNameProbes } from './parameters/record-names.ts';
import { findKeywordPlace } from './shared/keyword-place.ts';
import type { TestCategory } from './test-category.ts';

/**
 * Path, query, header and cookie parameters: optional ones present, required ones missing, boundary values, invalid
 * values.
 */
export const parameters: TestCategory = {
  name: 'parameters',
  summary: 'valid parameters are accepted, and invalid ones are rejected',
  *generate({ baseline, contract }): Generator<TestCase> {
    const operations = contract?.operations ?? [];
    const changesRecord = changedItem(operations, baseline.operation) !== undefined;
    for (const parameter of baseline.operation.parameters) {
      const valid = validValue(parameter);
      if (parameter.required && parameter.in !== 'path') yield* missingParameterCases(baseline, valid);
      if (!parameter.required && parameter.isSupplied === true) yield withoutSuppliedCase(baseline, valid);
      if (!isKnownToBeValid(valid)) continue;
      for (const probe of probesForParameter(baseline, valid, changesRecord))
        if (!meansOtherOperation(baseline, operations, probeValue(parameter, probe)))
          yield parameterCase(baseline, parameter, probe);
      if (parameter.in === 'header' && (parameter.content.length > 0 || isUnambiguous(parameter, valid.value)))
        yield nameInOtherCase(baseline, valid, 'accept');
      if (parameter.in === 'header' && !isOnceOnly(parameter, baseline.operation))
        yield* headerLineCases(baseline, valid);
    }
    yield* allOptionalParameters(baseline);
  },
};

function meansOtherOperation(
  { operation }: BaselineRequest,
  operations: readonly Operation[],
  changed: ParameterValue,
): boolean {
  if (changed.parameter.in !== 'path') return false;
  const text = percentDecode(parameterToText(changed));
  return text !== undefined && isValueOfIdenticalPath({ operation, operations }, changed.parameter, text);
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An operation that uses up its record gets only that record: nothing is sent that could name another one. */
function* probesForParameter(
  { parameters: parameterValues }: BaselineRequest,
  valid: ParameterValue,
  changesRecord: boolean,
): Generator<ParameterProbe> {
  const { parameter } = valid;
  const named = parameter.in === 'path' ? parameterValues.find((one) => one.parameter === parameter) : undefined;
  if (named?.serialized !== undefined) return yield* recordNameProbes(valid, named.serialized);
  // Another valid name may be that of a record that the run did not create.
  const namesOther = (probe: ParameterProbe) => named !== undefined && probe.expectation !== 'reject';
  yield* parameterProbes(valid).filter((probe) => !changesRecord || !namesOther(probe));
  if (named !== undefined) yield* nameSuffixProbes(named, parameterToText(named));
}

function parameterCase(baseline: BaselineRequest, parameter: Parameter, probe: ParameterProbe): TestCase {
  const { name, description, expectation, tolerated = [], keyword } = probe;
  const changed = probeValue(parameter, probe);
  return createCase(baseline, {
    ...parameterSeed(parameter, name),
    place: keywordPlaceOf(parameter, keyword),
    expectation,
    mutation: `the ${parameter.in} parameter "${parameter.name}" is ${description}`,
    tolerated: [
      ...tolerated,
      ...(parameter.in === 'path' ? toleratesMissingRecord : []),
      ...(isOnceOnly(parameter, baseline.operation) && expectation === 'accept' ? toleratesUsedValue : []),
    ],
    buildRequest: (fresh) => validRequestSpec(replaceParameters(baseline, [changed]), fresh),
  });
}

function* headerLineCases(baseline: BaselineRequest, valid: ParameterValue): Generator<TestCase> {
  const { parameter } = valid;
  const withHeader = replaceParameters(baseline, [valid]);
  for (const { name, description, expectation, tolerated = [], change } of headerVariants(valid))
    yield createCase(baseline, {
      ...parameterSeed(parameter, name),
      expectation,
      mutation: `the header parameter "${parameter.name}" is ${description}`,
      tolerated: expectation === 'accept' ? [...tolerated, ...toleratedForText([parameter])] : tolerated,
      buildRequest: (fresh) => change(validRequestSpec(withHeader, fresh)),
    });
}

function keywordPlaceOf({ schema, place }: Parameter, keyword: string | undefined): Place {
  return schema === undefined || keyword === undefined ? place : findKeywordPlace(schema, keyword);
}

function parameterSeed(parameter: Parameter, name: string) {
  const topic = `${parameter.in}.${parameter.name}`;
  return { category: 'parameters', name: `${topic}/${name}`, topic, place: parameter.place };
}

function replaceParameters(baseline: BaselineRequest, values: readonly ParameterValue[]): BaselineRequest {
  const names = new Set(values.map(({ parameter }) => parameter));
  const others = baseline.parameters.filter(({ parameter }) => !names.has(parameter));
  return { ...baseline, parameters: [...others, ...values] };
}

function* missingParameterCases(baseline: BaselineRequest, valid: ParameterValue): Generator<TestCase> {
  const { parameter } = valid;
  const rest = {
    ...baseline,
    parameters: baseline.parameters.filter((value) => value.parameter !== parameter),
  };
  yield createCase(baseline, {
    ...parameterSeed(parameter, 'missing'),
    expectation: mayBeEmptyText(parameter) ? 'unspecified' : 'reject',
    mutation: `the required ${parameter.in} parameter "${parameter.name}" is missing`,
    buildRequest: (fresh) => validRequestSpec(rest, fresh),
  });
  const isKnown = baseline.operation.parameters.some(({ name }) => name === swapCase(parameter.name));
  const isRenamed = parameter.in === 'query' && swapCase(parameter.name) !== parameter.name;
  if (isRenamed && !isKnown && !usesMemberNames(valid)) {
    yield nameInOtherCase(rest, valid, 'reject');
  }
}

/** All other requests have the value that the user supplies. */
function withoutSuppliedCase(baseline: BaselineRequest, { parameter }: ParameterValue): TestCase {
  const others = baseline.parameters.filter((value) => value.parameter !== parameter);
  return createCase(baseline, {
    ...parameterSeed(parameter, 'left out'),
    expectation: 'accept',
    mutation: `the optional ${parameter.in} parameter "${parameter.name}" is missing`,
    tolerated: [{ status: 'declared client error', reason: 'the user supplies a value, which may be necessary' }],
    buildRequest: (fresh) => validRequestSpec({ ...baseline, parameters: others }, fresh),
  });
}

/** An object without members is an empty string where each member is a separate field. */
function mayBeEmptyText({ in: location, style, explode, schema }: Parameter): boolean {
  const hasFieldPerMember = location === 'query' && ((style === 'form' && explode) || style === 'deepObject');
  return hasFieldPerMember && schema !== undefined && isValid(schema, {}, 'request');
}

/** The style `form` with explode makes each member of an object a field, so that the parameter's name is not sent. */
function usesMemberNames({ parameter: { style, explode }, value }: ParameterValue): boolean {
  return style === 'form' && explode && isJsonObject(value);
}

/** Names in a URL are case-sensitive, those of headers are not (RFC 9110, section 5.1). */
function nameInOtherCase(
  baseline: BaselineRequest,
  { parameter, value }: ParameterValue,
  expectation: 'accept' | 'reject',
): TestCase {
  const others = baseline.parameters.filter((one) => one.parameter !== parameter);
  const renamed = { parameter: { ...parameter, name: swapCase(parameter.name) }, value };
  return createCase(baseline, {
    ...parameterSeed(parameter, 'name in another case'),
    expectation,
    mutation: `the ${parameter.in} parameter "${parameter.name}" is named "${swapCase(parameter.name)}"`,
    tolerated: expectation === 'accept' ? toleratedForText([parameter]) : [],
    buildRequest: (fresh) => validRequestSpec({ ...baseline, parameters: [...others, renamed] }, fresh),
  });
}

function toleratedForText(sent: readonly Parameter[]): readonly ToleratedResponse[] {
  if (sent.some(isPagePosition)) return toleratesMadeUpPosition;
  const beyondEnd = sent.some(isPageNumber) ? toleratesPageBeyondEnd : [];
  return sent.some(isArbitraryText) ? [...toleratesUnusualValue, ...beyondEnd] : beyondEnd;
}

/** Each parameter is accepted alone above; together they reveal parameters that are confused with each other. */
function* allOptionalParameters(baseline: BaselineRequest): Generator<TestCase> {
  const optional = baseline.operation.parameters
    .filter(({ required }) => !required)
    .map(validValue)
    .filter(isKnownToBeValid);
  const serializable = optional.filter(({ parameter, value }) => isUnambiguous(parameter, value));
  if (serializable.length < 2) return;
  const tolerated = toleratedForText(serializable.map(({ parameter }) => parameter));
  const { place } = baseline.operation;
  const mutation = 'all optional parameters are sent together';
  const common = {
    category: 'parameters',
    topic: 'all at once',
    name: 'all at once',
    place,
    mutation,
    tolerated,
  };
  yield createCase(baseline, {
    ...common,
    expectation: 'accept',
    buildRequest: (fresh) => validRequestSpec(replaceParameters(baseline, serializable), fresh),
  });
}
