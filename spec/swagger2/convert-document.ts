/**
 * Converts a document of Swagger 2.0 to OpenAPI 3.0. Lines of the result are those of the original document. Other files
 * that it refers to stay as they are: their schemas are the same in both.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { childSpot, createOrigins, type Origins } from '../source/origins.ts';
import { type SourceFile, withValue } from '../source/source-file.ts';
import { convertPathItem } from './convert-operation.ts';
import { convertParameter, isPayloadParameter } from './convert-parameter.ts';
import { convertResponse } from './convert-response.ts';
import { convertSchema, extensions, mapValues, originalRef, pick } from './convert-schema.ts';
import { convertSecurityScheme } from './convert-security.ts';
import { textsIn } from './shared-parts.ts';

/** Whether it declares `swagger: "2.0"`, also as a number. A document that declares both is one of OpenAPI. */
export function isSwagger2(value: Json): value is JsonObject {
  return isJsonObject(value) && !('openapi' in value) && ['2.0', 2].some((version) => version === value['swagger']);
}

export function convertSwagger2(main: SourceFile, document: JsonObject): SourceFile {
  const origins = createOrigins();
  const value = convertDocument(document, origins);
  return { ...withValue(main, value, origins.find), originalRef: (ref) => originalRef(ref, main.text) };
}

function convertDocument(document: JsonObject, origins: Origins): JsonObject {
  const { paths } = document;
  origins.add({ to: '/openapi', from: '/swagger' });
  return {
    openapi: '3.0.3',
    ...pick(document, ['info', 'tags', 'externalDocs', 'security']),
    ...extensions(document),
    servers: serversOf(document, origins),
    ...(paths !== undefined && {
      paths: isJsonObject(paths)
        ? mapValues(paths, (item, name) =>
            convertPathItem(item, { document, origins, spot: childSpot({ to: '/paths', from: '/paths' }, name) }),
          )
        : paths,
    }),
    components: componentsOf(document, origins),
  };
}

function serversOf({ host, basePath, schemes }: JsonObject, origins: Origins): readonly JsonObject[] {
  const basePathText = typeof basePath === 'string' ? `/${basePath.replace(/^\/+|\/+$/g, '')}` : '';
  const path = basePathText === '/' ? '' : basePathText;
  origins.add({ to: '/servers', from: host === undefined ? '/basePath' : '/host' });
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path }];
  const usable = textsIn(schemes).filter((scheme) => /^https?$/.test(scheme));
  return (usable.length > 0 ? usable : ['https']).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

/** Bodies and fields of forms are inlined, since their media types are those of the operation. */
function componentsOf(document: JsonObject, origins: Origins): JsonObject {
  const { definitions, parameters, responses, securityDefinitions } = document;
  const produces = textsIn(document['produces']);
  return {
    ...section('schemas', 'definitions', definitions, convertSchema),
    ...section('parameters', 'parameters', withoutPayloads(parameters), (parameter, spot) =>
      convertParameter(parameter, spot, origins),
    ),
    ...section('responses', 'responses', responses, (response, spot) =>
      convertResponse(response, produces, spot, origins),
    ),
    ...section('securitySchemes', 'securityDefinitions', securityDefinitions, convertSecurityScheme),
  };

  function section(
    name: string,
    originalName: string,
    parts: Json | undefined,
    convert: (part: Json, spot: { readonly to: string; readonly from: string }) => Json,
  ): JsonObject {
    if (parts === undefined) return {};
    const spot = { to: `/components/${name}`, from: `/${originalName}` };
    origins.add(spot);
    return {
      [name]: isJsonObject(parts) ? mapValues(parts, (part, key) => convert(part, childSpot(spot, key))) : parts,
    };
  }
}

function withoutPayloads(parameters: Json | undefined): Json | undefined {
  if (!isJsonObject(parameters) || isJsonArray(parameters)) return parameters;
  return Object.fromEntries(Object.entries(parameters).filter(([, parameter]) => !isPayloadParameter(parameter)));
}
