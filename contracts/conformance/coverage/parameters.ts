import { percentEncode } from '../../../sanitize.ts';
import type { Operation, Parameter, Place } from '../../../spec/model/contract.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { headerValue } from '../../http/headers.ts';
import type { CheckContext } from '../checks/check.ts';
import { isSuccess } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { type CoverageGroupCounter, createCoverageItem, createVariantCounter } from './group-counter.ts';

/**
 * Parameters: present in an accepted request, left out (if required, in a request to be rejected), with an invalid
 * value.
 */
export function parameterCounter(operation: Operation): CoverageGroupCounter {
  const counter = createVariantCounter();
  return {
    record(context) {
      for (const parameter of operation.parameters) {
        const variant = coveredVariant(parameter, context);
        if (variant !== undefined) counter.add(parameterLabel(parameter), variant);
      }
    },
    read() {
      const items = operation.parameters.map((parameter) =>
        createCoverageItem(
          { name: parameterLabel(parameter), place: parameter.place, variants: parameterVariants(parameter) },
          counter,
        ),
      );
      return [{ kind: 'parameters', items }];
    },
  };
}

function parameterLabel({ in: location, name }: Parameter): string {
  return `${location} ${name}`;
}

function coveredVariant(parameter: Parameter, { testCase, requestSpec, response }: CheckContext): string | undefined {
  const isPresentInRequest = isPresent(parameter, requestSpec, testCase.place);
  const isAbout = testCase.expectation === 'reject' && isAboutParameter(parameter, testCase.place);
  if (isAbout) return isPresentInRequest ? 'invalid' : 'omitted';
  if (testCase.expectation !== 'accept' || response === undefined || !isSuccess(response.status)) return undefined;
  return isPresentInRequest ? 'valid' : 'omitted';
}

function parameterVariants(parameter: Parameter): Readonly<Record<string, string>> {
  const omitted = parameter.required ? 'no case omits it' : 'no accepted request omits it';
  return {
    valid: 'no accepted request contains it',
    ...(parameter.in === 'path' ? {} : { omitted }),
    ...(canBeInvalid(parameter) ? { invalid: 'no case sends an invalid value for it' } : {}),
  };
}

/** Every text is valid for a string without constraints. */
function canBeInvalid({ schema, content }: Parameter): boolean {
  if (schema === undefined) return content.length > 0;
  const { types, enum: enumValues, const: constValue, format, pattern, minLength, maxLength } = flattenSchema(schema);
  const isText = types === undefined || types.has('string');
  return !isText || [enumValues, constValue, format, pattern, minLength, maxLength].some((one) => one !== undefined);
}

function isAboutParameter({ place, schema }: Parameter, casePlace: Place): boolean {
  return isInside(place, casePlace) || (schema !== undefined && isInside(schema.place, casePlace));
}

function isInside(outer: Place, { file, pointer }: Place): boolean {
  return file === outer.file && (pointer === outer.pointer || pointer.startsWith(`${outer.pointer}/`));
}

function isPresent(parameter: Parameter, { path, headers }: RequestSpec, casePlace: Place): boolean {
  const { in: location, name } = parameter;
  if (location === 'path') return true;
  if (location === 'header') return headerValue(headers, name) !== undefined;
  const pairs = location === 'query' ? queryPairs(path) : (headerValue(headers, 'cookie') ?? '').split(/; */);
  const encoded = percentEncode(name);
  if (pairs.some((pair) => pair.startsWith(`${encoded}=`) || pair.startsWith(`${encoded}[`))) return true;
  // The members of an exploded object are sent under their own names.
  return usesMemberNames(parameter) && isAboutParameter(parameter, casePlace) && pairs.length > 0;
}

function queryPairs(path: string): readonly string[] {
  const start = path.indexOf('?');
  return start === -1 ? [] : path.slice(start + 1).split('&');
}

function usesMemberNames({ style, explode, schema }: Parameter): boolean {
  return style === 'form' && explode && schema !== undefined && flattenSchema(schema).types?.has('object') === true;
}
