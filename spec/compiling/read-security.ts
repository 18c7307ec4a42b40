/** The security schemes of a document. */
import { KitError } from '../../errors.ts';
import type { SecurityFlow, SecurityScheme } from '../model/contract.ts';
import { entries, type Node, placeOf, step, textAt, whereOf } from '../refs/nodes.ts';

/** Throws `spec-invalid` for a type that OpenAPI does not know. */
export function readSecurityScheme(name: string, node: Node): SecurityScheme {
  const type = textAt(node, 'type');
  if (
    type !== 'http' &&
    type !== 'apiKey' &&
    type !== 'oauth2' &&
    type !== 'openIdConnect' &&
    type !== 'mutualTLS'
  ) {
    throw new KitError('spec-invalid', `unknown type of security scheme: ${type}`, { where: whereOf(node) });
  }
  const where = textAt(node, 'in');
  return {
    name,
    place: placeOf(node),
    type,
    scheme: textAt(node, 'scheme')?.toLowerCase(),
    in: where === 'header' || where === 'query' || where === 'cookie' ? where : undefined,
    parameterName: textAt(node, 'name'),
    flows: type === 'openIdConnect' ? [readFlow(type, node)] : readFlows(step(node, 'flows')),
  };
}

function readFlows(node: Node): readonly SecurityFlow[] {
  return entries(node)
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, flow]) => readFlow(name, flow));
}

const flowUrls = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'openIdConnectUrl'];

function readFlow(name: string, node: Node): SecurityFlow {
  const urls = flowUrls.map((key) => ({ key, url: textAt(node, key) }));
  const scopes = step(node, 'scopes');
  return {
    name,
    place: placeOf(node),
    urls: urls.flatMap(({ key, url }) => (url === undefined ? [] : [`${key} ${url}`])),
    ...(scopes.value !== undefined && { scopes: entries(scopes).map(([scope]) => scope) }),
  };
}
