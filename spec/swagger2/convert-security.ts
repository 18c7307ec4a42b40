import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { extensions, pick } from './convert-schema.ts';

/** The flows of OAuth 2 have other names in OpenAPI 3. */
const flowNames: ReadonlyMap<Json | undefined, string> = new Map([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

/** Converts a member of `securityDefinitions`. */
export function convertSecurityScheme(scheme: Json): Json {
  if (!isJsonObject(scheme)) return scheme;
  const common = { ...pick(scheme, ['description']), ...extensions(scheme) };
  if (scheme['type'] === 'basic') return { ...common, type: 'http', scheme: 'basic' };
  if (scheme['type'] !== 'oauth2') return { ...common, ...pick(scheme, ['type', 'name', 'in']) };
  return { ...common, type: 'oauth2', flows: flowsOf(scheme) };
}

function flowsOf(scheme: JsonObject): JsonObject {
  const name = flowNames.get(scheme['flow']);
  if (name === undefined) return {};
  const { scopes } = scheme;
  const urls = pick(scheme, ['authorizationUrl', 'tokenUrl']);
  return { [name]: { ...urls, scopes: isJsonObject(scopes) ? scopes : {} } };
}
