/** The servers of a document, a path item or an operation. */
import { KitError } from '../../errors.ts';
import type { Server } from '../model/contract.ts';
import { items, type Node, placeOf, step, textAt, textsAt, whereOf } from '../refs/nodes.ts';

/** Those under `servers` of the node. Throws `spec-invalid` for what is no URL. */
export function readServers(node: Node): readonly Server[] {
  return items(step(node, 'servers')).map(readServer);
}

function readServer(node: Node): Server {
  const variables = step(node, 'variables');
  const template = textAt(node, 'url') ?? '/';
  const url = template.replace(/\{([^}]*)\}/g, (_all, name: string) => {
    const value = step(step(variables, name), 'default').value;
    return typeof value === 'string' ? value : name;
  });
  if (!URL.canParse(url, 'http://server.invalid')) {
    throw new KitError('spec-invalid', `"${url}" is not the URL of a server`, {
      where: whereOf(step(node, 'url')),
    });
  }
  const { pathname } = new URL(url, 'http://server.invalid');
  return {
    url,
    basePath: pathname.replace(/\/+$/, ''),
    place: placeOf(node),
    addresses: addressesOf(template, variables),
  };
}

/** Many variables with long lists make more URLs than anybody means. */
const MOST_ADDRESSES = 1_000;

function addressesOf(template: string, variables: Node): readonly string[] {
  const names = [...new Set([...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name))];
  return names.reduce<readonly string[]>(
    (urls, name) => {
      const values = textsAt(step(step(variables, name), 'enum'));
      const isListed = values.length > 0 && urls.length * values.length <= MOST_ADDRESSES;
      return urls.flatMap((url) =>
        (isListed ? values : ['{}']).map((value) => url.replaceAll(`{${name}}`, value)),
      );
    },
    [template],
  );
}
