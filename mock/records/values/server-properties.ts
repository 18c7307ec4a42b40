/** Properties that clients cannot set: only then the mock may compute them. */
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { requestSchema } from '../../../spec/resources/roles.ts';

export function isSetByServer(
  { requestSchemas, responseSchemas, roles, findEnvelope }: Resource,
  name: string,
): boolean {
  if (mergedProperties(responseSchemas).get(name)?.readOnly === true) return true;
  // Records below a parent whose items have a shorter path are created by an operation of their own.
  const sent = (['create', 'change'] as const).flatMap((role) => {
    const schema = requestSchema(roles.get(role));
    return schema === undefined ? [] : [findEnvelope(schema)?.schema ?? schema];
  });
  return [...requestSchemas, ...sent].every((one) => declaredProperties(one).get(name)?.readOnly !== false);
}
