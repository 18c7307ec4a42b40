/** How a value looks in XML. */

import type { XmlShape } from '../model/schema.ts';
import { type Node, step, textAt } from '../refs/nodes.ts';

export function readXml(node: Node): XmlShape {
  return {
    name: textAt(node, 'name'),
    namespace: textAt(node, 'namespace'),
    prefix: textAt(node, 'prefix'),
    isAttribute: step(node, 'attribute').value === true,
    isWrapped: step(node, 'wrapped').value === true,
  };
}
