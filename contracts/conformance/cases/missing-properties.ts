import type { Schema } from '../../../spec/schema.ts';
import { keywordPlace } from '../../../spec/schema.ts';
import { isValid } from '../../../spec/validate.ts';
import type { Case } from '../case.ts';
import { freshen } from '../fresh.ts';
import { removeAt, renameAt, type Site, sitesBelow } from '../sites.ts';
import { type CaseSeed, caseOf, jsonDraft, type Twin, type TwinBody } from '../twin.ts';
import type { Family } from './family.ts';

/** Each required property left out, at every depth. */
export const missingProperties: Family = {
  name: 'missing-properties',
  summary: 'a request without a required property is rejected',
  *generate(twin): Generator<Case> {
    const { body } = twin;
    if (body === undefined) return;
    for (const site of sitesBelow(body.schema, body.full)) {
      const name = site.path.at(-1);
      if (site.holder === undefined || typeof name !== 'string') continue;
      if (isValid(body.schema, removeAt(body.full, site.path), 'request')) continue;
      if (otherCase(name) !== name) yield caseOf(twin, underOtherKey(twin, body, site, name));
      yield caseOf(twin, {
        family: 'missing-properties',
        name: site.name,
        topic: site.name,
        expectation: 'reject',
        mutation: `the required property ${site.name} is left out`,
        place: keywordPlace(requirerOf(body.schema, name) ?? site.holder, 'required'),
        build: (fresh) => jsonDraft(twin, removeAt(freshen(body.full, body.schema, fresh), site.path)),
      });
    }
  },
};

/** The same name where its script has no case. */
function otherCase(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
}

/** JSON keys are compared letter by letter. */
function underOtherKey(twin: Twin, body: TwinBody, site: Site, name: string): CaseSeed {
  const other = otherCase(name);
  return {
    family: 'missing-properties',
    name: `${site.name}/other case`,
    topic: `${site.name} in another case`,
    expectation: 'reject',
    mutation: `the required property ${site.name} is called "${other}"`,
    place: keywordPlace(requirerOf(body.schema, name) ?? site.schema, 'required'),
    build: (fresh) => jsonDraft(twin, renameAt(freshen(body.full, body.schema, fresh), site.path, other)),
  };
}

/** The part of an `allOf` whose own `required` names the property. */
function requirerOf(schema: Schema, name: string): Schema | undefined {
  if (schema.required.has(name)) return schema;
  const parts = [...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  return parts.map((part) => requirerOf(part, name)).find((part) => part !== undefined);
}
