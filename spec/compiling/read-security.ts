/** Reads the security schemes of a document. */
import { KitError } from '../../errors.ts';
import type { SecurityFlow, SecurityScheme } from '../model/contract.ts';
import { childNode, entries, formatLocation, type Node, stringAt, toPlace } from '../refs/nodes.ts';

/** Throws `spec-invalid` for a type that OpenAPI does not define. */
export function readSecurityScheme(name: string, node: Node): SecurityScheme {
  const type = stringAt(node, 'type');
  if (type !== 'http' && type !== 'apiKey' && type !== 'oauth2' && type !== 'openIdConnect' && type !== 'mutualTLS') {
    throw new KitError('spec-invalid', `unknown security scheme type: ${type}`, {
      where: formatLocation(node),
    });
  }
  const where = stringAt(node, 'in');
  const bearerFormat = stringAt(node, 'bearerFormat');
  return {
    name,
    place: toPlace(node),
    type,
    scheme: stringAt(node, 'scheme')?.toLowerCase(),
    ...(bearerFormat !== undefined && { bearerFormat }),
    in: where === 'header' || where === 'query' || where === 'cookie' ? where : undefined,
    parameterName: stringAt(node, 'name'),
    flows: type === 'openIdConnect' ? [readFlow(type, node)] : readFlows(childNode(node, 'flows')),
  };
}

function readFlows(node: Node): readonly SecurityFlow[] {
  return entries(node)
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, flow]) => readFlow(name, flow));
}

const flowUrls = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'openIdConnectUrl'];

function readFlow(name: string, node: Node): SecurityFlow {
  const urls = flowUrls.map((key) => ({ key, url: stringAt(node, key) }));
  const scopes = childNode(node, 'scopes');
  return {
    name,
    place: toPlace(node),
    urls: urls.flatMap(({ key, url }) => (url === undefined ? [] : [`${key} ${url}`])),
    ...(scopes.value !== undefined && { scopes: entries(scopes).map(([scope]) => scope) }),
  };
}
