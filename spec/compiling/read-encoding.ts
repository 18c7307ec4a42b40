/** How the parts of a form are written. */
import type { Header, PartEncoding } from '../model/contract.ts';
import { entries, type Node, placeOf, step, textAt } from '../refs/nodes.ts';

export function readEncoding(
  node: Node,
  headersOf: (part: Node) => readonly Header[],
): ReadonlyMap<string, PartEncoding> {
  return new Map(
    entries(node).map(([name, part]) => [name, { ...readPart(part), headers: headersOf(part) }] as const),
  );
}

function readPart(node: Node): Omit<PartEncoding, 'headers'> {
  const types = (textAt(node, 'contentType') ?? '').split(',').map((type) => type.trim().toLowerCase());
  const style = textAt(node, 'style') ?? 'form';
  const explode = step(node, 'explode').value;
  return {
    place: placeOf(node),
    types: types.filter((type) => type !== ''),
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form',
  };
}
