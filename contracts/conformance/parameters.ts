/** Writes parameters into a request as their style and explode say (OpenAPI, "Style Values"). */
import type { Operation, Parameter } from '../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/exact-json.ts';
import { sampleOf } from '../../spec/sample.ts';
import { isValid } from '../../spec/validate.ts';
import type { HeaderLine } from '../headers.ts';

export interface ParameterValue {
  readonly parameter: Parameter;
  readonly value: Json;
}

export interface PlacedParameters {
  /** The path with its template filled in, and the query. */
  readonly path: string;
  readonly headers: readonly HeaderLine[];
}

/** Valid values for the required parameters, from the examples where there are some. */
export function requiredValues(operation: Operation): readonly ParameterValue[] {
  return operation.parameters.filter(({ required }) => required).map(validValue);
}

export function validValue(parameter: Parameter): ParameterValue {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  const example = parameter.examples.find(
    ({ value }) => schema === undefined || isValid(schema, value, 'request'),
  );
  const sampled = schema === undefined ? undefined : sampleOf(schema, 'request');
  return { parameter, value: example?.value ?? sampled ?? 'sample' };
}

export function placeParameters(operation: Operation, values: readonly ParameterValue[]): PlacedParameters {
  const within = (place: Parameter['in']) => values.filter(({ parameter }) => parameter.in === place);
  const path = within('path').reduce(
    (template, { parameter, value }) =>
      template.replaceAll(`{${parameter.name}}`, pathText(parameter, value)),
    operation.path,
  );
  const query = within('query').flatMap(({ parameter, value }) => queryPairs(parameter, value));
  const cookies = within('cookie').flatMap(({ parameter, value }) => queryPairs(parameter, value));
  const headers = within('header').map(
    ({ parameter, value }): HeaderLine => [parameter.name, simple(parameter, value)],
  );
  return {
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: cookies.length === 0 ? headers : [...headers, ['Cookie', cookies.join('; ')]],
  };
}

function pathText(parameter: Parameter, value: Json): string {
  const text = encodeList(simple(parameter, value));
  if (parameter.style === 'label') return `.${text}`;
  return parameter.style === 'matrix' ? `;${parameter.name}=${text}` : text;
}

/** Percent-encodes the parts of a comma-separated list, not the commas. */
function encodeList(text: string): string {
  return text.split(',').map(encodeURIComponent).join(',');
}

function queryPairs(parameter: Parameter, value: Json): readonly string[] {
  const name = encodeURIComponent(parameter.name);
  if (isJsonArray(value)) return arrayPairs(parameter, name, value);
  if (!isJsonObject(value)) return [`${name}=${encodeURIComponent(plain(value))}`];
  const members = Object.entries(value);
  if (parameter.style === 'deepObject') {
    return members.map(
      ([key, part]) => `${name}[${encodeURIComponent(key)}]=${encodeURIComponent(plain(part))}`,
    );
  }
  if (parameter.explode)
    return members.map(([key, part]) => `${encodeURIComponent(key)}=${encodeURIComponent(plain(part))}`);
  return [
    `${name}=${members
      .flatMap(([key, part]) => [key, plain(part)])
      .map(encodeURIComponent)
      .join(',')}`,
  ];
}

const separators: Readonly<Record<string, string>> = {
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

function arrayPairs(parameter: Parameter, name: string, value: readonly Json[]): readonly string[] {
  const items = value.map((item) => encodeURIComponent(plain(item)));
  if (parameter.explode) return items.map((item) => `${name}=${item}`);
  return [`${name}=${items.join(separators[parameter.style] ?? ',')}`];
}

function simple(parameter: Parameter, value: Json): string {
  if (parameter.content.length > 0) return stringifyJson(value);
  if (isJsonArray(value)) return value.map(plain).join(',');
  if (!isJsonObject(value)) return plain(value);
  const members = Object.entries(value);
  if (parameter.explode) return members.map(([key, part]) => `${key}=${plain(part)}`).join(',');
  return members.flatMap(([key, part]) => [key, plain(part)]).join(',');
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
