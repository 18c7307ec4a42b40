/** The alternatives between which a user chooses: those of `oneOf` and `anyOf`, or the subtypes of a discriminator. */
import type { Schema } from '../../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../../spec/sampling/flatten-schema.ts';

export interface Alternative {
  readonly label: string;
  readonly schema: Schema;
  /** Its number for `flattenSchema`. */
  readonly choice: number;
  /** The property that selects it. */
  readonly tag?: { readonly name: string; readonly value: string };
}

interface Alternatives {
  readonly alternatives: readonly Alternative[];
  /** Whether one of them is only `null`. */
  readonly isNullable: boolean;
}

/** Further ones can be written as JSON. */
const MAX_ALTERNATIVES = 40;

export function listAlternatives(schema: Schema): Alternatives {
  const all = allAlternatives(schema);
  const others = all.filter((one) => !isNull(one.schema));
  return { alternatives: others.slice(0, MAX_ALTERNATIVES), isNullable: others.length < all.length };
}

function allAlternatives(schema: Schema): readonly Alternative[] {
  const { discriminator } = schema;
  const subtypes = [...(discriminator?.subtypes ?? [])];
  if (discriminator !== undefined && subtypes.length > 0) {
    const name = discriminator.propertyName;
    return subtypes.map(([value, part]) => ({ label: value, schema: part, choice: 0, tag: { name, value } }));
  }
  const count = countChoices(schema);
  if (count === 1) return [];
  return Array.from({ length: count }, (_unused, choice) => {
    const flat = flattenSchema(schema, choice);
    const part = ownAlternative(schema, choice);
    const value = tagValue(schema, part);
    const tag = discriminator && value !== undefined ? { tag: { name: discriminator.propertyName, value } } : {};
    return { label: value ?? labelOf(part, flat, choice), schema: flat, choice, ...tag };
  });
}

function ownAlternative({ oneOf, anyOf }: Schema, choice: number): Schema | undefined {
  const parts = oneOf.length > 0 ? oneOf : anyOf;
  return parts[choice % Math.max(parts.length, 1)];
}

function tagValue({ discriminator }: Schema, part: Schema | undefined): string | undefined {
  return [...(discriminator?.values ?? [])].find(([, one]) => one === part)?.[0];
}

/** The name of the component, or what kind of value it is. */
function labelOf(part: Schema | undefined, flat: Schema, choice: number): string {
  const [, name] = /\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(part?.place.pointer ?? '') ?? [];
  const types = [...(flat.types ?? [])].join(' or ');
  return name ?? `${choice + 1}${types === '' ? '' : ` (${types})`}`;
}

function isNull({ types }: Schema): boolean {
  return types?.size === 1 && types.has('null');
}
