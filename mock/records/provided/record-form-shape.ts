/** The schema of a record as a user writes it: what responses show, and what only requests have, such as a password. */
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, requiredNames } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { RecordFormShape } from '../record-handler.ts';

export function recordFormShape({
  responseSchemas,
  requestSchemas,
  idName,
  isIdInMetadata,
}: Resource): RecordFormShape {
  const [shown = requestSchemas[0]] = responseSchemas;
  if (shown === undefined) return { schema: undefined, omittable: new Set(), idName };
  const known = declaredProperties(shown);
  const sent = mergedProperties(requestSchemas);
  const onlySent = [...sent].filter(([name]) => !known.has(name));
  const isUnsendable = (name: string, part: Schema) =>
    part.readOnly || (sent.size > 0 && sent.get(name)?.readOnly !== false);
  const omittable = [...requiredNames(shown)].filter((name) => {
    const part = known.get(name);
    return (
      part !== undefined && (name === idName || isUnsendable(name, part) || flattenSchema(part).default !== undefined)
    );
  });
  return {
    schema: onlySent.length === 0 ? shown : { ...shown, properties: new Map([...shown.properties, ...onlySent]) },
    omittable: new Set(omittable),
    idName: isIdInMetadata ? undefined : idName,
  };
}
