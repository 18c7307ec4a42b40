/** Which properties of a record show another record that it names: `assignee: { id, name }` the person of `assigneeId`. */
import { lettersOf } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, requiredNames } from '../../../spec/model/schema-view.ts';
import { findReferencedResource } from '../../../spec/resources/foreign-keys.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { requestSchema } from '../../../spec/resources/roles.ts';
import { isSetByServer } from '../values/server-properties.ts';
import { findPeople, identifiesPerson, type PersonProperty, personProperty } from './person-properties.ts';
import { hasOwnValue } from './person-values.ts';

export interface ShownReference {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** Undefined where the property is not about a person. */
  readonly person: PersonProperty | undefined;
  /** The property with the identifier; undefined where no property has it, so that a new record shows none. */
  readonly reference: string | undefined;
  /** Whose records it names; undefined if the contract does not say so. */
  readonly target: Resource | undefined;
}

/** Those that only the server sets, and for which the contract gives no value. */
export function findShownReferences(resource: Resource, resources: readonly Resource[]): readonly ShownReference[] {
  const sent = (['create', 'change', 'replace'] as const).flatMap((role) => {
    const schema = requestSchema(resource.roles.get(role));
    return schema === undefined ? [] : [resource.findEnvelope(schema)?.schema ?? schema];
  });
  const names = [...mergedProperties([...resource.responseSchemas, ...resource.requestSchemas, ...sent]).keys()];
  return [...mergedProperties(resource.responseSchemas)].flatMap(([name, schema]): ShownReference[] => {
    const person = personProperty(name);
    const isShown = declaredProperties(schema).size > 0 || (person !== undefined && person.shows !== 'id');
    if (!isShown || hasOwnValue(schema) || !isSetByServer(resource, name)) return [];
    const reference = names.find((one) => lettersOf(one) === `${lettersOf(name)}id` || isIdOf(person, one));
    if (reference === undefined && (person === undefined || person.isCreator)) return [];
    const isRequired = resource.responseSchemas.some((one) => requiredNames(one).has(name));
    const target = reference === undefined ? undefined : targetOf(reference, resources);
    return [{ name, schema, isRequired, person, reference, target }];
  });
}

function isIdOf(person: PersonProperty | undefined, name: string): boolean {
  const other = personProperty(name);
  return person !== undefined && other?.shows === 'id' && other.subject === person.subject;
}

/** Only of collections without a parent, so that the identifier is enough. */
function targetOf(reference: string, resources: readonly Resource[]): Resource | undefined {
  const people = identifiesPerson([reference]) ? findPeople(resources) : undefined;
  const target = findReferencedResource([reference], resources) ?? people;
  return target === undefined || parameterNames(target.collection).length > 0 ? undefined : target;
}
