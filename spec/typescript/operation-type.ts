/** The types of an operation: its parameters, its body and its responses. */
import type { Header, MediaType, Operation, Parameter, Response } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import type { NamedSchemas } from './named-schemas.ts';
import { schemaType } from './schema-type.ts';
import { comment, objectType, propertyKey, quote } from './type-text.ts';

const places = ['query', 'header', 'path', 'cookie'] as const;

export function operationType({ parameters, requestBody, responses }: Operation, names: NamedSchemas): string {
  return objectType([
    `parameters: ${parametersType(parameters, names)}`,
    requestBody === undefined
      ? 'requestBody?: never'
      : `requestBody${requestBody.required ? '' : '?'}: ${objectType([contentMember(requestBody.content, { ...names, direction: 'request' })])}`,
    `responses: ${objectType(responses.map((response) => responseMember(response, names)))}`,
  ]);
}

/** For a path without common parameters. */
export const noParameters = objectType(places.map((place) => `${place}?: never`));

function parametersType(parameters: readonly Parameter[], names: NamedSchemas): string {
  return objectType(
    places.map((place) => {
      const found = parameters.filter((parameter) => parameter.in === place);
      const isOptional = found.every(({ required }) => !required);
      const members = found.map((parameter) => parameterMember(parameter, names));
      return `${place}${isOptional ? '?' : ''}: ${members.length === 0 ? 'never' : objectType(members)}`;
    }),
  );
}

function parameterMember({ name, required, schema, content, description }: Parameter, names: NamedSchemas): string {
  const type = schemaType(schema ?? content[0]?.schema, { ...names, direction: 'request' });
  return `${comment(description)}${propertyKey(name)}${required ? '' : '?'}: ${type}`;
}

type TypeContext = Parameters<typeof schemaType>[1];

function contentMember(content: readonly MediaType[], context: TypeContext): string {
  const members = content.map(
    ({ range, parameters = '', schema }) => `${quote(`${range}${parameters}`)}: ${schemaType(schema, context)}`,
  );
  return members.length === 0 ? 'content?: never' : `content: ${objectType(members)}`;
}

function responseMember({ status, description, headers, content }: Response, names: NamedSchemas): string {
  const context = { ...names, direction: 'response' } as const;
  const key = /^[1-9]\d\d$/.test(status) ? status : propertyKey(status);
  const members = [
    `headers: ${objectType([...headers.map((header) => headerMember(header, context)), '[name: string]: unknown'])}`,
    contentMember(content, context),
  ];
  return `${comment(description)}${key}: ${objectType(members)}`;
}

function headerMember({ name, required, schema, content }: Header, context: TypeContext): string {
  return `${propertyKey(name)}${required ? '' : '?'}: ${schemaType(schema ?? content?.[0]?.schema, context)}`;
}

/** All schemas that the types of an operation refer to. */
export function operationSchemas({ parameters, requestBody, responses }: Operation): readonly Schema[] {
  const media = [
    ...parameters.flatMap(({ content }) => content.slice(0, 1)),
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content, headers }) => [...content, ...headers.flatMap((one) => one.content?.[0] ?? [])]),
  ];
  const described = [...parameters, ...responses.flatMap(({ headers }) => headers), ...media];
  return described.flatMap(({ schema }) => schema ?? []);
}
