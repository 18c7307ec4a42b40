/** Security schemes that OpenAPI does not allow: read as what they clearly are. */
import { isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { convertSecurityScheme } from '../swagger2/convert-security.ts';

const BEARER: JsonObject = { type: 'http', scheme: 'bearer' };
const BASIC: JsonObject = { type: 'http', scheme: 'basic' };

/** What the name of a scheme says about it. */
export function schemeByName(name: string): JsonObject | undefined {
  if (/basic/i.test(name)) return BASIC;
  return /bearer|jwt|token|oauth/i.test(name) ? BEARER : undefined;
}

/** A valid scheme; the same one if it is valid already, and undefined if it is not clear what it is. */
export function readScheme(name: string, scheme: JsonObject, openapi: '3.0' | '3.1'): JsonObject | undefined {
  if ('$ref' in scheme) return scheme;
  const type = typeOf(scheme);
  const described = pickKeys(scheme, (key) => key === 'description' || key.startsWith('x-'));
  switch (type) {
    case 'http': {
      const { scheme: word = schemeByName(name)?.['scheme'] } = scheme;
      return typeof word === 'string'
        ? withKeys(scheme, { type, scheme: word }, isBearer(word) ? ['bearerFormat'] : [])
        : undefined;
    }
    case 'apiKey': {
      const { name: key, in: place = 'header' } = scheme;
      const isUsable = typeof key === 'string' && ['header', 'query', 'cookie'].includes(String(place));
      return isUsable ? withKeys(scheme, { type, name: key, in: place }, []) : undefined;
    }
    case 'oauth2': {
      const { flows, flow } = scheme;
      if (flows === undefined && flow !== undefined) return { ...described, ...oauthOfSwagger(scheme) };
      return withKeys(scheme, { type, flows: usableFlows(flows, openapi) }, []);
    }
    case 'openIdConnect':
      if (typeof scheme['openIdConnectUrl'] !== 'string') return { ...described, ...BEARER };
      return withKeys(scheme, { type }, ['openIdConnectUrl']);
    case 'mutualTLS':
      return openapi === '3.1' ? withKeys(scheme, { type }, []) : undefined;
    default:
      return type === undefined ? undefined : { ...described, ...type };
  }
}

type SchemeType = 'http' | 'apiKey' | 'oauth2' | 'openIdConnect' | 'mutualTLS';

const types: readonly SchemeType[] = ['http', 'apiKey', 'oauth2', 'openIdConnect', 'mutualTLS'];

/** A type in another spelling, a whole scheme for the name of one, or what the keys of the scheme say. */
function typeOf(scheme: JsonObject): SchemeType | JsonObject | undefined {
  const word = String(scheme['type'] ?? '')
    .toLowerCase()
    .replaceAll(/[-_ ]/g, '');
  const spelled = types.find((type) => type.toLowerCase() === word);
  if (spelled !== undefined) return spelled;
  if (word === 'oauth') return 'oauth2';
  if (word === 'basic') return BASIC;
  if (word === 'bearer' || word === 'jwt') return BEARER;
  if (word !== '') return undefined;
  const keys = [
    ['scheme', 'http'] as const,
    ['flows', 'oauth2'] as const,
    ['openIdConnectUrl', 'openIdConnect'] as const,
  ];
  const [, found] = keys.find(([key]) => scheme[key] !== undefined) ?? [];
  return found ?? (scheme['name'] !== undefined && scheme['in'] !== undefined ? 'apiKey' : undefined);
}

function isBearer(word: string): boolean {
  return word.toLowerCase() === 'bearer';
}

function oauthOfSwagger(scheme: JsonObject): JsonObject {
  const converted = convertSecurityScheme(scheme);
  return isJsonObject(converted) ? converted : {};
}

const flowUrls: ReadonlyMap<string, readonly string[]> = new Map([
  ['implicit', ['authorizationUrl']],
  ['password', ['tokenUrl']],
  ['clientCredentials', ['tokenUrl']],
  ['authorizationCode', ['authorizationUrl', 'tokenUrl']],
]);

const flowNames: ReadonlyMap<string, string> = new Map([
  ['accessCode', 'authorizationCode'],
  ['application', 'clientCredentials'],
]);

/** Those that have their URLs. */
function usableFlows(flows: Json | undefined, openapi: '3.0' | '3.1'): JsonObject {
  if (!isJsonObject(flows)) return {};
  const usable = Object.entries(flows).flatMap(([key, flow]) => {
    const name = flowNames.get(key) ?? key;
    if (key.startsWith('x-')) return [[key, flow] as const];
    const urls = flowUrls.get(name);
    if (!isJsonObject(flow) || urls?.every((url) => typeof flow[url] === 'string') !== true) return [];
    const isComplete = openapi === '3.0' || isJsonObject(flow['scopes']);
    return [[name, isComplete ? flow : { ...flow, scopes: {} }] as const];
  });
  const isSame = usable.length === Object.keys(flows).length && usable.every(([key, flow]) => flow === flows[key]);
  return isSame ? flows : Object.fromEntries(usable);
}

/** With these values, and without keys that this type does not have. */
function withKeys(scheme: JsonObject, values: JsonObject, others: readonly string[]): JsonObject {
  const isKept = (key: string) =>
    key in values || others.includes(key) || key === 'description' || key.startsWith('x-');
  const isSame =
    Object.keys(scheme).every(isKept) && Object.entries(values).every(([key, value]) => scheme[key] === value);
  return isSame ? scheme : { ...pickKeys(scheme, isKept), ...values };
}

function pickKeys(object: JsonObject, isKept: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => isKept(key)));
}
