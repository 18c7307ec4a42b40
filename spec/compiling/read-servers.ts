/** Reads the servers of a document, a path item or an operation. */
import { KitError } from '../../errors.ts';
import type { Server } from '../model/contract.ts';
import { childNode, formatLocation, items, type Node, stringAt, stringsAt, toPlace } from '../refs/nodes.ts';
import { readAllParts } from '../source/read-all-parts.ts';

/** Returns the `servers` of the node. Throws `spec-invalid` for an invalid URL. */
export function readServers(node: Node): readonly Server[] {
  return readAllParts(items(childNode(node, 'servers')), readServer);
}

/** Throws `spec-invalid` for an invalid URL. */
export function readServer(node: Node): Server {
  const variables = childNode(node, 'variables');
  const template = stringAt(node, 'url') ?? '/';
  const url = template.replace(/\{([^}]*)\}/g, (_all, name: string) => {
    const value = childNode(childNode(variables, name), 'default').value;
    return typeof value === 'string' ? value : name;
  });
  if (!URL.canParse(url, 'http://server.invalid')) {
    throw new KitError('spec-invalid', `"${url}" is not a valid server URL`, {
      where: formatLocation(childNode(node, 'url')),
    });
  }
  const { pathname } = new URL(url, 'http://server.invalid');
  return {
    url,
    basePath: pathname.replace(/\/+$/, ''),
    place: toPlace(node),
    expandedUrls: expandUrls(template, variables),
  };
}

/** Many variables with long lists would expand to too many URLs. */
const MAX_URLS = 1_000;

function expandUrls(template: string, variables: Node): readonly string[] {
  const names = [...new Set([...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name))];
  return names.reduce<readonly string[]>(
    (urls, name) => {
      const values = stringsAt(childNode(childNode(variables, name), 'enum'));
      const isListed = values.length > 0 && urls.length * values.length <= MAX_URLS;
      return urls.flatMap((url) => (isListed ? values : ['{}']).map((value) => url.replaceAll(`{${name}}`, value)));
    },
    [template],
  );
}
