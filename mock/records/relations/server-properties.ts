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
  const changed = requestSchema(roles.get('change'));
  const requests =
    changed === undefined ? requestSchemas : [...requestSchemas, findEnvelope(changed)?.schema ?? changed];
  return requests.every((one) => declaredProperties(one).get(name)?.readOnly !== false);
}
