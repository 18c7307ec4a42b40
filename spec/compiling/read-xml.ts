/** How a value looks in XML. */
import { type Node, step, textAt } from '../refs/nodes.ts';
import type { XmlShape } from '../schema.ts';

export function readXml(node: Node): XmlShape {
  return {
    name: textAt(node, 'name'),
    namespace: textAt(node, 'namespace'),
    prefix: textAt(node, 'prefix'),
    isAttribute: step(node, 'attribute').value === true,
    isWrapped: step(node, 'wrapped').value === true,
  };
}
